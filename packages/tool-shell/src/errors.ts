import { defineErrors } from '@loadout/core';

/** Every error of this package. */
export const table = {
  SHELL_START_FAILED: {
    message: (p: { reason: string }) => `bash could not be started: ${p.reason}.`,
    fix: () => 'Install bash so that it is on the PATH of this agent.',
  },
  SHELL_FOLDER_GONE: {
    message: (p: { path: string; now: string | undefined }) =>
      `The command was not run: the working directory ${p.path} no longer exists.${p.now === undefined ? '' : ` Shell cwd was reset to ${p.now}.`}`,
    fix: (p: { now: string | undefined }) =>
      p.now === undefined ? 'Create it again.' : 'Call again if that is where it should run.',
  },
  SHELL_CANCELLED: { message: () => 'The command was not run: the call was cancelled before it started.' },
};

export const errors = defineErrors(table);
