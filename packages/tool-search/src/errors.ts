import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  SEARCH_SOURCE_TWICE: {
    message: (p: { name: string }) => `Two sources have the name ${JSON.stringify(p.name)}.`,
    fix: () => 'Give each source a name of its own.',
  },
  SEARCH_NO_RIPGREP: {
    message: () =>
      'The search needs ripgrep to list files, and found neither @vscode/ripgrep for this platform nor rg in the PATH.',
    fix: () => 'Run npm install --include=optional @vscode/ripgrep, or install ripgrep so that rg is on the PATH.',
  },
  SEARCH_LIST_FAILED: {
    message: (p: { folder: string; problem: string }) => `The files in ${p.folder} could not be listed: ${p.problem}.`,
    fix: () => 'Check that the folder exists and that you can read it.',
  },
  SEARCH_SOURCE_SLOW: {
    message: (p: { pattern: string }) =>
      `The pattern ${JSON.stringify(p.pattern)} of a source takes too long on a name of a file, so nothing was searched.`,
    fix: () => 'Use fewer stars and no repeated groups in the paths of the source, for example docs/**/*.md.',
  },
  SEARCH_STOPPED: {
    message: () => 'The search was stopped before its index was complete.',
    fix: () => 'Search again; what is indexed is kept.',
  },
};

export const errors = defineErrors(table);
