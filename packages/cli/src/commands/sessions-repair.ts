import { dirname } from 'node:path';
import { plural, printable, printableJson } from '@loadout/command';
import { repairSession } from '@loadout/runner';
import type { sessionsRepair } from '../arguments/inspect-definitions.js';
import { workplaceOf } from '../load/session-folder.js';
import { placeOfSession } from '../sessions/find-session.js';
import type { Command } from './command.js';

/** Writes a repaired copy beside the session. The exit code is 0 also if nothing is damaged. */
export const execute: Command<typeof sessionsRepair> = async ({ positionals: [given = ''], flags }, io) => {
  const place = placeOfSession(given, await workplaceOf(flags, io));
  const copy = repairSession(place, { dir: dirname(place.file) });
  if (flags.json) {
    const { id, file, left = [], lost = [] } = copy ?? {};
    io.out(`${printableJson({ session: place.id, copy: id, file, left, lost }, 2)}\n`);
    return 0;
  }
  if (copy === undefined) {
    io.out(`The session ${place.id} is not damaged.\n`);
    return 0;
  }
  for (const { line, problem } of copy.left) io.out(printable(`Left out line ${line}: ${problem}.\n`));
  if (copy.lost.length > 0)
    io.out(printable(`${plural(copy.lost.length, 'call')} got an error in place of a lost result: ${copy.lost.join(', ')}.\n`));
  io.out(
    printable(
      `Wrote ${copy.id} (${copy.file}). ${place.file} stays as it was.\nContinue with: loadout run --resume ${copy.id}\n`,
    ),
  );
  return 0;
};
