import { dirname } from 'node:path';
import { plural } from '@loadout/command';
import { placeOfSession } from '@loadout/command/runs';
import { configFlags, defineCommand, jsonFlag } from '@loadout/core/commands';
import { repairSession } from '../sessions/repair-session.js';
import { sessionArgument } from './session-argument.js';

const definition = {
  name: 'sessions repair',
  group: 'look',
  summary: 'Write a copy of a damaged session without the damaged lines.',
  positionals: [{ name: sessionArgument.name, help: 'A session id, the beginning of an id, a name, or latest.' }],
  flags: [...configFlags, jsonFlag],
  details: ['The session itself stays as it is. A call whose result was in a damaged line gets an error in its place.'],
  examples: ['latest'],
} as const;

/** Writes a repaired copy beside the session. The exit code is 0 also if nothing is damaged. */
export default defineCommand(definition, async ({ positionals: [given = ''], flags }, host) => {
  const place = placeOfSession(given, await host.sessions([], flags));
  const copy = repairSession(place, { dir: dirname(place.file) });
  if (flags.json) {
    const { id, file, left = [], lost = [] } = copy ?? {};
    host.json({ session: place.id, copy: id, file, left, lost });
    return 0;
  }
  if (copy === undefined) {
    host.out(`The session ${place.id} is not damaged.\n`);
    return 0;
  }
  for (const { line, problem } of copy.left) host.out(`Left out line ${line}: ${problem}.\n`);
  if (copy.lost.length > 0)
    host.out(`${plural(copy.lost.length, 'call')} got an error in place of a lost result: ${copy.lost.join(', ')}.\n`);
  host.out(
    `Wrote ${copy.id} (${copy.file}). ${place.file} stays as it was.\nContinue with: ${host.called} run --resume ${copy.id}\n`,
  );
  return 0;
});
