import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Tmux } from '../packages/chat/src/screen/tmux.test-kit.js';
import { scripted } from './cli/scripted.js';
import { bin } from './lib/loadout.js';

const files = { 'notes.txt': 'Buy bread.\n' };
const read = { tools: [{ Read: { file_path: 'notes.txt' } }] };
const edit = { tools: [{ Edit: { file_path: 'notes.txt', old_string: 'bread', new_string: 'milk' } }] };
const LOADOUT = `HOME=$PWD/.home ${process.execPath} ${bin}`;

/** A shell in a project, with 40 lines of the user in its scrollback. */
async function shellIn(turns: readonly unknown[]) {
  const cwd = scripted({ turns, files });
  const tmux = new Tmux({ columns: 100, rows: 24 });
  tmux.type(`cd ${cwd} && mkdir -p .home && clear && seq -f 'mine-%g' 40`);
  await tmux.shows('mine-40');
  return { cwd, tmux };
}

const mine = (tmux: Tmux) => tmux.lines().filter((line) => /^mine-\d+$/.test(line)).length;

describe('the terminal program in tmux', () => {
  it('goes from a bare loadout over a question to a changed file, and keeps what stood there before', async () => {
    const { cwd, tmux } = await shellIn([read, edit, { text: '**Done** with it.' }]);
    tmux.type(LOADOUT);
    await tmux.shows('helper · demo · default');
    tmux.type('change it');
    await tmux.shows('y  yes, this once');
    // The question takes no key before a person can have read it: it is pressed until it counts, and lands in the editor before.
    await expect
      .poll(
        () => {
          tmux.key('y');
          return readFileSync(join(cwd, 'notes.txt'), 'utf8');
        },
        { interval: 500 },
      )
      .toBe('Buy milk.\n');
    await tmux.shows('Done with it.');
    expect(mine(tmux)).toBe(40);
  });

  it.each(['Ctrl+D', 'SIGTERM'] as const)('gives the terminal back as it was, after %s', async (end) => {
    const { cwd, tmux } = await shellIn([{ text: 'Hi.' }]);
    tmux.type('stty -g > before');
    tmux.type(`${LOADOUT} chat & echo $! > pid; fg > /dev/null; stty -g > after; echo ended`);
    await tmux.shows('helper · demo · default');
    if (end === 'Ctrl+D') tmux.key('C-d');
    else process.kill(Number(readFileSync(join(cwd, 'pid'), 'utf8')), end);
    await tmux.shows('ended');
    await expect.poll(() => readFileSync(join(cwd, 'after'), 'utf8')).toBe(readFileSync(join(cwd, 'before'), 'utf8'));
    expect(mine(tmux)).toBe(40);
  });

  it('goes to the shell with Ctrl+Z and comes back with fg', async () => {
    const { tmux } = await shellIn([{ text: 'Back.' }]);
    tmux.type(`${LOADOUT} chat`);
    await tmux.shows('helper · demo · default');
    tmux.key('C-z');
    await tmux.shows('Stopped');
    tmux.type('fg');
    tmux.type('hello');
    await tmux.shows('Back.');
  });
});
