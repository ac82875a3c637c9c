import { cpSync, existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { judgeConfig } from '@loadout/config';
import { judgeTests } from '@loadout/test';
import { afterAll, expect, it } from 'vitest';
import { loadout, root } from '../lib/loadout.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A copy, so that a hook of an example does not write into the repository. */
function copyOf(folder: string): string {
  const copy = realpathSync(mkdtempSync(join(tmpdir(), `loadout-${basename(folder)}-`)));
  folders.push(copy);
  cpSync(folder, copy, { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Trusts the configuration and its tests, as their author did. */
async function hashesIn(cwd: string): Promise<string> {
  const trust = { file: join(cwd, 'nobody.json') };
  const file = join(cwd, 'agent.config.yaml');
  const verdicts = [await judgeConfig({ cwd, file, env: {}, trust }), await judgeTests(file, trust)];
  return verdicts.map(({ hash }) => hash).join(' ');
}

const below = (dir: string) => readdirSync(join(root, dir)).map((name) => join(dir, name));
const tested = [...below('examples'), ...below('tests/presets')].filter(
  (folder) => existsSync(join(root, folder, 'agent.test.yaml')) || folder.startsWith('tests/presets'),
);

it('every preset and every example has tests', () => {
  expect(below('examples').filter((folder) => !tested.includes(folder))).toEqual([]);
  expect(tested.length).toBeGreaterThanOrEqual(17);
});

it.each(tested)('the tests of %s pass', async (folder) => {
  const cwd = copyOf(join(root, folder));
  const { code, stdout, stderr } = await loadout(['test'], { cwd, env: { LOADOUT_TRUST: await hashesIn(cwd) } });
  expect(code, stdout + stderr).toBe(0);
});
