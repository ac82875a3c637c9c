import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hides } from './seen.test-kit.js';
import { Tmux } from './tmux.test-kit.js';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The sum keeps the typed line from being taken for its output. */
const LEAVE = '; stty -g > after; echo "left $((1 + 1)) the shell"';
const MINE = Array.from({ length: 40 }, (_, at) => `my line ${at + 1} of before`);

describe('the screen in tmux', () => {
  let folder = '';
  let program = '';
  beforeAll(async () => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-screen-')));
    program = join(folder, 'streaming.mjs');
    await build({
      entryPoints: [fileOf('streaming.fixture.ts')],
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      tsconfig: fileOf('../../../../tsconfig.json'),
      logLevel: 'silent',
    });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** A shell with 40 lines in it, which has begun to stream so many words. */
  async function started(count: number, { after = LEAVE } = {}): Promise<Tmux> {
    const tmux = new Tmux({ columns: 200, rows: 24 });
    tmux.type('clear; stty -g > before; for n in $(seq 40); do echo "my line $n of before"; done');
    await tmux.shows('my line 40 of before');
    tmux.type(`${process.execPath} ${program} ${count} pid${after}`);
    await tmux.shows('type here');
    return tmux;
  }

  /** Waits for the shell, and compares its terminal with that of before. */
  async function ended(tmux: Tmux): Promise<readonly string[]> {
    await tmux.shows('left 2 the shell');
    expect(tmux.read('after')).toBe(tmux.read('before'));
    expect(tmux.run('display-message', '-p', '#{cursor_flag} #{wrap_flag} #{alternate_on}').trim()).toBe('1 1 0');
    const lines = tmux.lines();
    for (const line of MINE)
      expect(
        lines.filter((one) => one === line),
        line,
      ).toHaveLength(1);
    return lines;
  }

  const wordsOf = (lines: readonly string[]) => lines.join(' ').match(/word\d+/g) ?? [];
  const all = (count: number) => Array.from({ length: count }, (_, at) => `word${at}`);

  it('leaves 40 earlier lines and every word, each once', async () => {
    const tmux = await started(1500);
    await tmux.shows('all words');
    tmux.key('q');
    const lines = await ended(tmux);
    expect(wordsOf(lines)).toEqual(all(1500));
    expect(lines.join('\n')).not.toContain('type here');
  });

  it('leaves them also when the window is resized while words arrive', async () => {
    const tmux = await started(3000);
    for (const [word, columns, rows] of [
      [200, 60, 24],
      [500, 200, 24],
      [800, 90, 12],
      [1100, 200, 40],
      [1400, 60, 24],
      [1700, 150, 20],
      [2000, 200, 24],
    ] as const) {
      await expect.poll(() => wordsOf(tmux.lines()).length).toBeGreaterThan(word);
      tmux.resize(columns, rows);
    }
    await tmux.shows('all words');
    tmux.key('q');
    // A frame that is on its way while the window changes may leave rows of the old live region behind, but it takes none away.
    const words = wordsOf(await ended(tmux));
    expect([...new Set(words)]).toEqual(all(3000));
  });

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('gives the terminal back after %s', async (signal) => {
    const tmux = await started(20);
    await tmux.shows('all words');
    process.kill(Number(tmux.read('pid')), signal);
    expect((await ended(tmux)).join('\n')).not.toContain('type here');
  });

  it('gives the terminal back after a crash, and the message begins its own line', async () => {
    const tmux = await started(20);
    await tmux.shows('all words');
    tmux.key('C-c');
    expect(await ended(tmux)).toContainEqual(expect.stringMatching(/^Error: the program crashes/));
  });

  it('gives the terminal back for as long as it is suspended', async () => {
    const tmux = await started(20, { after: '' });
    await tmux.shows('all words');
    tmux.key('C-z');
    await tmux.shows('Stopped');
    expect(tmux.lines().join('\n')).not.toContain('type here');
    tmux.type('stty -g > meanwhile; echo "was away"; fg');
    await tmux.shows('type here');
    expect(tmux.read('meanwhile')).toBe(tmux.read('before'));
    tmux.key('q');
    await hides(() => tmux.lines().join('\n'), 'type here');
    tmux.type(LEAVE.slice(2));
    expect(await ended(tmux)).toContain('was away');
  });
});
