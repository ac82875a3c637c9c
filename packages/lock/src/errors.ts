import { defineErrors } from '@loadout/core';

/** Every error of this package. `docs/reference/errors.md` is generated from it. */
export const table = {
  LOCK_CHANGED: {
    message: (p: { file: string; lines: readonly string[]; update: string }) =>
      `The configuration does not match ${p.file} (- locked, + found):\n${p.lines.map((line) => `  ${line}`).join('\n')}`,
    fix: (p: { update: string }) =>
      `If the change is intended, update the lock with: ${p.update}. Otherwise install the locked versions with: npm ci.`,
  },
  LOCK_INVALID: {
    message: (p: { file: string; problem: string }) => `The lock file ${p.file} cannot be used: ${p.problem}.`,
    fix: () => 'Restore the file from version control, or delete it and write a new one with: loadout lock.',
  },
  LOCK_SERVER_MISSING: {
    message: (p: { path: string; registry: string; file: string; update: string }) =>
      `${p.path} ${JSON.stringify(p.registry)} is not in ${p.file}.`,
    fix: (p: { update: string }) => `Look it up with: ${p.update}`,
  },
  LOCK_MISSING: {
    message: (p: { file: string; of: string; update: string }) => `${p.of} has no lock in ${p.file} to verify.`,
    fix: (p: { update: string }) => `Write one with: ${p.update}. Then commit it.`,
  },
};

export const errors = defineErrors(table);
