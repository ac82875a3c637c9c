import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { judgeConfig, loadPlan, recordTrust } from '@loadout/config';
import { afterAll, describe, expect, it } from 'vitest';
import { ASKS, type Files, plugin, type Scenario, STAYS } from './trust-scenarios.js';

/**
 * The law of the cache: after any change, the verdict with a warm cache equals the verdict without a cache, and the verdict of
 * the check itself (T1). Each scenario is trusted, loaded twice so that the cache is warm, changed, and judged in three ways.
 */
const root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-warm-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(cwd: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    // `-> file`: a link.
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(cwd, name));
    else writeFileSync(join(cwd, name), text);
  }
}

async function verdicts({ config, files = {}, change }: Scenario) {
  const cwd = realpathSync(mkdtempSync(join(root, 'repository-')));
  mkdirSync(join(cwd, '.git'));
  write(cwd, { 'agent.config.yaml': JSON.stringify(config), ...files });
  const trust = { file: join(cwd, '..', `${cwd.slice(-6)}-trust.json`) };
  const base = {
    cwd,
    env: { HOME: root, CANARY: 'a-canary-value' },
    trust,
    managedFile: join(root, 'none'),
    userFile: join(root, 'none'),
  };
  await recordTrust(trust.file, await judgeConfig(base));
  const cacheDir = join(root, 'cache', cwd.slice(-6));
  const trusted = async (folder: string) => (await loadPlan({ ...base, cacheDir: folder })).trust?.trusted ?? true;
  expect([await trusted(cacheDir), await trusted(cacheDir)]).toEqual([true, true]);
  if (typeof change === 'function') change(cwd);
  else write(cwd, change);
  return { warm: await trusted(cacheDir), cold: await trusted(`${cacheDir}-other`), check: (await judgeConfig(base)).trusted };
}

describe('a warm cache gives the verdict of the check itself, which asks again when', () => {
  it.each(ASKS)('%s', async (_, scenario) => {
    expect(await verdicts(scenario)).toEqual({ warm: false, cold: false, check: false });
  });
});

describe('a warm cache gives the verdict of the check itself, which stays when', () => {
  it.each(STAYS)('%s', async (_, scenario) => {
    expect(await verdicts(scenario)).toEqual({ warm: true, cold: true, check: true });
  });

  it('an option names 70 MB (T2)', async () => {
    const config = { plugins: { p: { use: './p.mjs', options: { file: 'pets.db' } } }, agents: { a: { instructions: 'Hi.' } } };
    const files = { 'p.mjs': plugin, 'pets.db': '\0'.repeat(70 * 1024 * 1024) };
    expect(await verdicts({ config, files, change: {} })).toEqual({ warm: true, cold: true, check: true });
  });
});
