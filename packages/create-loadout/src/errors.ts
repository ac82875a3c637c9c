import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  CREATE_USAGE: {
    message: (p: { problem: string }) => p.problem,
    fix: () => 'npm create loadout [folder] -- [--template NAME] [--from FOLDER] [--yes] [--dry-run]',
  },
  CREATE_TEMPLATE: {
    message: (p: { template: string; known: readonly string[] }) =>
      `There is no template ${JSON.stringify(p.template)}; there are ${p.known.join(', ')}.`,
    fix: () => 'Name one of them with --template.',
  },
  CREATE_FROM: {
    message: (p: { folder: string; problem: string }) =>
      `${p.folder} is not a bundle of Loadout: ${p.problem}. Nothing was written.`,
    fix: () => 'Unpack the bundle of a release again, and name its folder with --from.',
  },
  CREATE_NAME: {
    message: (p: { name: string }) => `${JSON.stringify(p.name)} cannot be the name of a package.`,
    fix: () => 'Name the folder with lowercase letters, digits and hyphens, such as my-agent.',
  },
  CREATE_NOT_EMPTY: {
    message: (p: { dir: string; found: string }) =>
      `The folder ${p.dir} is not empty: it contains ${p.found}. Nothing was written.`,
    fix: () => 'Name another folder.',
  },
  CREATE_NOT_A_FOLDER: {
    message: (p: { dir: string }) => `${p.dir} is a file. Nothing was written.`,
    fix: () => 'Name another folder.',
  },
};

export const errors = defineErrors(table);
