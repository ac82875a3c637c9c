import { join } from 'node:path';
import { judgeConfig, lockMounts } from '@loadout/config';
import { afterAll, describe, expect, it } from 'vitest';
import { makeSandbox } from '../../config/src/load/sandbox.fixture.js';
import { currentLock } from './current-lock.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

const provider = (name: string) => ({ use: '@loadout/model-ai-sdk', options: { package: name } });
const project = (name: string, source: string) =>
  sandbox.project({
    'agent.config.yaml': JSON.stringify({ providers: { gemini: provider(name) } }),
    'node_modules/@ai-sdk/google/package.json': '{ "name": "@ai-sdk/google", "version": "3.0.1" }',
    'node_modules/@ai-sdk/google/index.js': source,
    'own.mjs': source,
  });
const judged = (cwd: string) => judgeConfig({ cwd, env: {}, trust: { file: join(cwd, 'trust.json') } });

describe('a package that an option of a provider names', () => {
  it.each(['@ai-sdk/google', '@ai-sdk/google/internal'])('waits for trust with the bytes of its files: %s', async (name) => {
    const verdict = await judged(project(name, 'one'));
    expect(verdict.parts.map(({ path, package: loaded }) => [path, loaded?.name, loaded?.version])).toEqual([
      ['providers.gemini.options.package', '@ai-sdk/google', '3.0.1'],
    ]);
    expect((await judged(project(name, 'two'))).hash).not.toBe(verdict.hash);
  });

  it('waits with its bytes too where it is a module of the project', async () => {
    const hashes = await Promise.all(['one', 'two'].map(async (source) => (await judged(project('./own.mjs', source))).hash));
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('stands in the lock beside the provider (CFG-07)', async () => {
    const cwd = project('@ai-sdk/google', 'one');
    const mounts = lockMounts({ plugins: [], providers: { gemini: provider('@ai-sdk/google/internal'), other: { use: 'x' } } });
    const { lock } = currentLock(mounts, { configDir: cwd, verdict: await judged(cwd) });
    expect(Object.keys(lock.plugins)).toEqual(['providers.gemini', 'providers.gemini.options.package', 'providers.other']);
    expect(lock.plugins['providers.gemini.options.package']).toMatchObject({
      use: '@ai-sdk/google',
      version: '3.0.1',
      integrity: expect.stringMatching(/^sha512-/),
    });
  });
});
