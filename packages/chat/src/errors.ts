import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  EDITOR_FAILED: {
    message: (p: { command: string; problem: string }) =>
      `The editor ${JSON.stringify(p.command)} did not finish: ${p.problem}. Your text is unchanged.`,
    fix: () =>
      'Set VISUAL or EDITOR, or `editor` in chat.yaml, to a command that waits until the file is closed, such as `code --wait`.',
  },
  SETTINGS_UNREADABLE: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be read: ${p.problem}.`,
    fix: () => 'Check that it is a file that you can read. Until then, the chat uses its defaults.',
  },
  SETTINGS_INVALID: {
    message: (p: { what: string; expected: string }) => `${p.what}; expected ${p.expected}.`,
    fix: () => 'Correct the line. Until then, the chat uses its defaults.',
  },
};

export const errors = defineErrors(table);
