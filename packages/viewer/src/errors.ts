import { usageErrors } from '@loadout/command';
import { defineErrors } from '@loadout/core';

/** Every error of this package, but for those that other commands throw too. */
export const table = {
  VIEW_UNREAD: {
    message: (p: { file: string; problem: string }) => `${p.file} cannot be read: ${p.problem}.`,
    fix: () => 'Name a file that this user may read.',
  },
  REPLAY_NO_TURNS: {
    message: () => 'The recording has no turn at which another model could be asked.',
    fix: () => 'Name a session of Loadout in which a model answered: loadout sessions lists them.',
  },
  VIEW_PORT: {
    message: (p: { port: number; problem: string }) => `The viewer cannot listen on 127.0.0.1:${p.port}: ${p.problem}.`,
    fix: () => 'Choose another port with --port, or omit --port to use any free port.',
  },
  VIEW_HOST: {
    message: (p: { what: 'Host' | 'Origin'; found: string }) =>
      `The ${p.what} ${JSON.stringify(p.found)} is not the address of this viewer.`,
    fix: () => 'Open the address that loadout view printed.',
  },
  VIEW_TOKEN: {
    message: () => 'The token of this address is wrong, or was used already.',
    fix: () => 'Run loadout view again, and open the new address.',
  },
  VIEW_KEY: {
    message: () => 'The request has no key, or a wrong one.',
    fix: () => 'Open the address that loadout view printed.',
  },
  VIEW_ROUTE: {
    message: (p: { path: string }) => `The viewer has nothing at ${p.path}.`,
    fix: () => 'Open the address that loadout view printed.',
  },
  VIEW_METHOD: {
    message: (p: { method: string; path: string }) => `${p.path} does not support ${p.method}: the viewer only reads.`,
    fix: (p: { allowed: string }) => `Use ${p.allowed}.`,
  },
  VIEW_REQUEST: {
    message: (p: { problem: string }) => `The request cannot be read: ${p.problem}.`,
    fix: () => 'Open the address that loadout view printed.',
  },
  VIEW_UNREADABLE: {
    message: (p: { problem: string }) => `The recording can no longer be read: ${p.problem}.`,
    fix: () => 'Run loadout view again once the file is back.',
  },
  VIEW_FORMAT: {
    message: (p: { file: string; first: string }) =>
      `${p.file} is of no known format. It begins with ${JSON.stringify(p.first)}.`,
    fix: (p: { formats: readonly string[] }) => `Name a file of one of these formats: ${p.formats.join(', ')}.`,
  },
  VIEW_PAGE: {
    message: (p: { file: string; problem: string }) => `The page of the viewer, ${p.file}, cannot be used: ${p.problem}.`,
    fix: () => 'Run npm install @loadout/viewer; in a checkout of Loadout, run npm run build.',
  },
  VIEW_TOO_LARGE: {
    message: () => 'The recording is too large for one file.',
    fix: () => 'Export it without --whole, or with --no-results. loadout view without --export opens a recording of any size.',
  },
  STEP_NEEDS_TERMINAL: {
    message: () => '--step waits for a person after each step, and there is no terminal.',
    fix: () => 'Run the command at a terminal, or remove --step.',
  },
};

export const errors = defineErrors({ ...usageErrors, ...table });
