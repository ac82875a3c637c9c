import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../lib/measure.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { measureSession } from './session.mjs';

const loadout = fileURLToPath(new URL('../../packages/cli/bin/loadout.js', import.meta.url));
const TURNS = 400;
/** The turns that are compared; each stands for itself and the turns before it. */
const AT = [20, 200, 400];
const WINDOW = 15;

/** One session of 400 turns: what a turn costs and what the engine occupies, early and late (W16). */
export async function longSession({ official, folder, environment, files }) {
  const prompts = Array.from({ length: TURNS }, (_, index) => `Read ${join(folder, `file-${index % files}.txt`)}`);
  const measured = async (name, command, args) =>
    measureSession({ command, args, prompts, cwd: folder, env: environment(folder, `${name}-long`), weighAt: AT });
  const theirs = await measured('claude', official.program, []);
  const ours = await measured('loadout', process.execPath, [loadout]);
  const turn = ({ turns }, at) => median(turns.slice(at - WINDOW - 1, at - 1));
  const rows = (what, value, { show, aim }) =>
    AT.map((at, index) => [
      `${what} at ${at}`,
      show(value(theirs, index)),
      show(value(ours, index)),
      ratio(value(ours, index), value(ours, 0)),
      index === 0 ? '' : aim,
    ]);
  printTable(
    `One session of ${TURNS} turns with one Read each`,
    ['', 'claude', 'loadout', 'loadout, to 20', 'aim'],
    [
      ...rows('a turn, without the API, ms,', (one, index) => turn(one, AT[index]), { show: ms, aim: '1.2' }),
      ...rows('memory of all its processes, MB,', ({ weights }, index) => weights[index], {
        show: (mb) => mb.toFixed(0),
        aim: '1.5',
      }),
    ],
  );
}
