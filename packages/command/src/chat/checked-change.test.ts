import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { reloadMarkFile } from '../reload-mark.js';
import { CheckedChange } from './checked-change.js';

function place() {
  const stateDir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-change-')));
  onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }));
  const config = join(stateDir, 'agent.config.yaml');
  writeFileSync(config, '');
  const tell = (mark: unknown) => {
    const file = reloadMarkFile(config, stateDir);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof mark === 'string' ? mark : JSON.stringify(mark));
  };
  return { stateDir, config, tell };
}

it('is what dev found since the chat began to read its files, until the chat has taken it (GAP-F11)', () => {
  const { tell, ...at } = place();
  const change = new CheckedChange({ ...at, since: 100 });
  expect(change.mark).toBeUndefined();
  tell({ at: 100, changed: 'a.mjs' });
  expect(change.mark).toBeUndefined();
  const mark = { at: 101, changed: 'a.mjs' };
  tell(mark);
  expect(change.mark).toEqual(mark);
  change.take(mark);
  expect(change.mark).toBeUndefined();
});

it('is found by a chat that names the configuration through a link (GAP-F11)', () => {
  const { tell, stateDir, config } = place();
  symlinkSync(config, join(stateDir, 'link.yaml'));
  tell({ at: 101, changed: 'a.mjs' });
  expect(new CheckedChange({ stateDir, config: join(stateDir, 'link.yaml'), since: 100 }).mark).toBeDefined();
});

it.each(['', '{', '[]', '{"at":"1","changed":"x"}', '{"at":101}'])('is none where the mark is %j (GAP-F11)', (text) => {
  const { tell, ...at } = place();
  const change = new CheckedChange({ ...at, since: 100 });
  tell(text);
  expect(change.mark).toBeUndefined();
});

it('is none before the clock was set back: a chat that continues would end again and again (GAP-F11)', () => {
  const { tell, ...at } = place();
  tell({ at: Date.now() + 3_600_000, changed: 'a.mjs' });
  expect(new CheckedChange({ ...at, since: Date.now() }).mark).toBeUndefined();
});

it('is none without a file', () => {
  expect(new CheckedChange({ config: undefined, stateDir: '/', since: 0 }).mark).toBeUndefined();
});
