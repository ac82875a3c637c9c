import { oneLine } from '@loadout/command';
import { wantedAt } from '../arguments/wanted-at.js';
import type { Io } from '../io.js';
import { knownValues } from '../listings/known-values.js';
import { listMounted } from '../packaged/mounted-commands.js';
import { allCommands } from '../packaged/own-commands.js';

const ABOUT_CHARS = 100;

/**
 * Answers the completion script of a shell: one `value<TAB>description` to a line, or `:files` or `:folders` where the shell itself
 * completes. Contract: never rejects and prints no problem, because a person is typing. Source: U5.
 */
export async function complete(line: readonly string[], io: Io): Promise<number> {
  const mounted = await listMounted(io);
  const { kind, candidates = [], prefix, typed, place } = wantedAt(line, [...allCommands(), ...mounted]);
  if (kind === 'files' || kind === 'folders') {
    io.out(`:${kind}\n`);
    return 0;
  }
  const known = kind === undefined ? [] : await knownValues(kind, { place, io }).catch(() => []);
  const fitting = [...candidates, ...known].filter(
    ({ value }) => value.startsWith(typed) && (kind === 'rules' || !/\s/.test(value)),
  );
  for (const { value, about = '' } of fitting) io.out(`${oneLine(`${prefix}${value}`, 200)}\t${oneLine(about, ABOUT_CHARS)}\n`);
  return 0;
}
