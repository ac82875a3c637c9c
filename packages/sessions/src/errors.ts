import { defineErrors } from '@loadout/core';

/** The places of a process that cannot be seen from here. A container mostly has a host name of its own, as a machine has. */
const PLACES = { container: ' of another container', machine: ' on another machine or in another container' } as const;

const placed = (place: keyof typeof PLACES | undefined): string => (place === undefined ? '' : (PLACES[place] ?? ''));

/** Every error of this package. */
export const table = {
  SESSION_UNKNOWN: {
    message: ({ id, dir }: { id: string; dir: string }) =>
      id === 'latest' ? `There is no session in ${dir} yet.` : `There is no session "${id}" in ${dir}.`,
    fix: ({ id }: { id: string }) =>
      id === 'latest' ? 'Run an agent in this folder first.' : 'List the sessions of this folder with: loadout sessions',
    values: ({ id }: { id: string }) => ({ id }),
  },
  SESSION_NAME_INVALID: {
    message: (p: { name: string; most: number }) =>
      `${JSON.stringify(p.name)} cannot be the name of a session; expected 1 to ${p.most} characters on one line, and not "latest".`,
  },
  SESSION_ID_INVALID: {
    message: (p: { id: string }) =>
      `${JSON.stringify(p.id)} is not a session id; expected at most 64 letters, digits, hyphens and underscores.`,
  },
  SESSION_TAKEN: {
    message: (p: { id: string }) => `The session ${p.id} already exists.`,
    fix: () => 'Resume the session, or use a different id.',
  },
  SESSION_BUSY: {
    message: (p: { id: string; pid?: number | undefined; place?: keyof typeof PLACES | undefined }) =>
      `The session ${p.id} is in use by ${p.pid === undefined ? 'another process' : `process ${p.pid}`}${placed(p.place)}.`,
    fix: (p: { place?: keyof typeof PLACES | undefined }) =>
      `Wait until that run ends, or fork the session.${placed(p.place) === '' ? '' : ' A process that was killed there keeps its sessions for a minute.'}`,
  },
  SESSION_DAMAGED: {
    message: (p: { file: string; line: number; problem?: string | undefined }) =>
      `The session file ${p.file} is damaged at line ${p.line}${p.problem === undefined ? '' : `: ${p.problem}`}.`,
    fix: (p: { line: number }) =>
      p.line === 1
        ? 'Restore a copy of the file, resume it with the Loadout that wrote it, or start a new session. Loadout does not change the file.'
        : 'Restore a copy of the file, or write a repaired copy with: loadout sessions repair <id>. Loadout does not change the damaged file.',
  },
  SESSION_NOT_WRITTEN: {
    message: (p: { file: string; problem: string }) => `The session file ${p.file} cannot be written: ${p.problem}.`,
    fix: () =>
      'Free space on the disk of that file and resume the session, or set LOADOUT_STATE_DIR to a folder on another disk and start again.',
  },
  SESSION_STORE: {
    message: (p: { dir: string; problem: string }) => `The session folder ${p.dir} cannot be used: ${p.problem}.`,
    fix: () => 'Set LOADOUT_STATE_DIR to a writable folder.',
  },
};

export const errors = defineErrors(table);
