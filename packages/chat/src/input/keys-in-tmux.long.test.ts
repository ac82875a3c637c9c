import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { Tmux } from '../screen/tmux.test-kit.js';

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A program in tmux that prints the keys it is sent. tmux tells Shift+Enter apart only where its own settings let it. */
async function reader(prefix = ''): Promise<{ readonly tmux: Tmux; readonly folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-keys-'));
  await build({
    entryPoints: [fileOf('told-keys.fixture.ts')],
    outfile: join(folder, 'reader.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    tsconfig: fileOf('../../../../tsconfig.json'),
    logLevel: 'silent',
  });
  const tmux = new Tmux({ columns: 200, rows: 24 });
  tmux.run('set-option', '-s', 'extended-keys', 'on');
  tmux.type(`${prefix}${process.execPath} ${join(folder, 'reader.mjs')}`);
  await tmux.shows('keys are told apart');
  return { tmux, folder };
}

const KEYS: readonly (readonly [tmux: string, key: string])[] = [
  ['a', 'a'],
  ['世', '世'],
  ['C-a', 'ctrl+a'],
  ['C-_', 'ctrl+_'],
  ['M-b', 'alt+b'],
  ['Escape', 'escape'],
  ['Enter', 'enter'],
  ['S-Enter', 'shift+enter'],
  ['M-Enter', 'alt+enter'],
  ['C-j', 'ctrl+j'],
  ['Tab', 'tab'],
  ['BTab', 'shift+tab'],
  ['BSpace', 'backspace'],
  ['DC', 'delete'],
  ['Home', 'home'],
  ['End', 'end'],
  ['PPage', 'page-up'],
  ['NPage', 'page-down'],
  ['Up', 'up'],
  ['C-Left', 'ctrl+left'],
  ['M-Right', 'alt+right'],
  ['F1', 'f1'],
  ['F12', 'f12'],
];

describe('keys in tmux', () => {
  it('are the keys that were pressed', async () => {
    const { tmux } = await reader();
    for (const [sent, key] of KEYS) {
      tmux.key(sent);
      await tmux.shows(`<${key}>`);
    }
    const told = tmux
      .lines()
      .join('')
      .match(/<[^>]+>/g);
    expect(told).toEqual(KEYS.map(([, key]) => `<${key}>`));
  });

  it('a paste of a megabyte is one key, and comes back whole', async () => {
    const { tmux, folder } = await reader();
    const text = 'The pasted text, 日本語 too.\n'.repeat(33_000);
    writeFileSync(join(folder, 'text'), text);
    tmux.run('load-buffer', join(folder, 'text'));
    tmux.run('paste-buffer', '-p', '-r');
    await tmux.shows(`<paste ${text.length}>`);
    tmux.key('C-d');
    await tmux.shows(`of ${text.length}`);
  });

  it('are those of an outside editor while it has the terminal, Ctrl+C among them', async () => {
    const script = join(mkdtempSync(join(tmpdir(), 'loadout-editor-')), 'edit.sh');
    writeFileSync(
      script,
      'trap "echo interrupted >> \\"$1\\"" INT\necho editing\nuntil read line; do :; done; echo "$line" >> "$1"\n',
    );
    const { tmux } = await reader(`EDITOR="sh ${script}" `);
    tmux.key('a');
    await tmux.shows('<a>');
    tmux.key('C-g');
    await tmux.shows('editing');
    tmux.key('C-c');
    tmux.type('two');
    await tmux.shows('is back: a');
    tmux.key('b');
    await tmux.shows('<b>');
    tmux.key('C-d');
    await tmux.shows(JSON.stringify('ainterrupted\ntwob'));
    expect(
      tmux
        .lines()
        .join('')
        .match(/<[^>]+>/g),
    ).toEqual(['<a>', '<b>']);
  });
});
