import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { knownProvider, TABLES, tableNamed } from '@loadout/models';
import { createAgent } from '@loadout/runner';
import { responsesWire, startMockApi } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { presets } from '../../packages/model-openai/src/connection/presets.js';
import { commandWithout } from '../lib/command-without.js';
import { loadout, project, runNode } from '../lib/loadout.js';

const config = (model: string) => `agents: { a: { instructions: Hi., model: ${model} } }\n`;

/** A project that brings a package of ours, whose code leaves a file. */
function withPlanted(text: string): string {
  const cwd = project({ 'agent.config.yaml': text });
  rmSync(join(cwd, 'node_modules/@loadout'), { recursive: true });
  const planted = join(cwd, 'node_modules/@loadout/model-openai');
  mkdirSync(planted, { recursive: true });
  writeFileSync(
    join(planted, 'package.json'),
    JSON.stringify({
      name: '@loadout/model-openai',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
      loadout: { model: true },
    }),
  );
  const made = JSON.stringify(join(cwd, 'imported'));
  writeFileSync(join(planted, 'index.js'), `import { writeFileSync } from 'node:fs';\nwriteFileSync(${made}, '');\n`);
  return cwd;
}

describe('a provider that is known by name (GAP-E6)', () => {
  it('answers without an entry under providers, as an agent names it and as a run does', async () => {
    const api = await startMockApi({ wire: responsesWire, replies: [{ text: 'one' }, { text: 'two' }] });
    onTestFinished(() => api.close());
    const cwd = project({ 'agent.config.yaml': config('openai/gpt-5') });
    const env = { HOME: cwd, OPENAI_API_KEY: 'key', OPENAI_BASE_URL: api.url, LOADOUT_STATE_DIR: join(cwd, '.state') };
    const { plan } = await loadConfig({ cwd, env });
    expect(plan.providers.openai?.use).toBe('@loadout/model-openai');
    const agent = await createAgent({ plan, env });
    expect((await agent.run('Hi.').result).text).toBe('one');
    await agent.close();
    const { providers, models, ...rest } = plan;
    const { openai: _, ...others } = providers;
    const bare = { ...rest, providers: others, models: {} };
    const named = await createAgent({ plan: bare, env, modelId: 'openai/gpt-5' });
    expect((await named.run('Hi.').result).text).toBe('two');
    await named.close();
    expect(Object.keys(models)).toEqual(['openai/gpt-5']);
  });

  it('has a package and, where it needs one, a key, for each table of models and each other name of a table', () => {
    const all = [...Object.keys(TABLES), 'bedrock', 'gemini', 'azure'];
    expect(all.filter((name) => knownProvider(name) === undefined || tableNamed(name) === undefined)).toEqual([]);
    for (const [name, { keyVariable }] of Object.entries(presets))
      expect([name, knownProvider(name)?.key]).toEqual([name, keyVariable]);
  });

  it.each(['check', 'run'])(
    'without its package: %s says what to install and what to write, and no package of the project runs',
    async (command) => {
      const cwd = withPlanted(config('openai/gpt-5'));
      const { code, stderr, stdout } = await runNode(
        [commandWithout('model-openai'), command, ...(command === 'run' ? ['hi'] : [])],
        { cwd },
      );
      expect([code, existsSync(join(cwd, 'imported'))]).toEqual([2, false]);
      expect(stdout + stderr).toContain('The provider openai uses @loadout/model-openai, which is not installed');
      expect(stdout + stderr).toContain('npm install @loadout/model-openai');
      expect(stdout + stderr).toContain('providers:\n  openai: "@loadout/model-openai"');
    },
  );

  it('that only --model names comes from beside the command, never from the folder', async () => {
    const cwd = withPlanted('agents: { a: { instructions: Hi. } }\n');
    const { code, stderr } = await runNode([commandWithout('model-openai'), 'run', '--model', 'openai/gpt-5', 'hi'], { cwd });
    expect([code, existsSync(join(cwd, 'imported'))]).toEqual([2, false]);
    expect(stderr).toContain(
      'The provider openai needs @loadout/model-openai, which is not installed beside Loadout.\nFix: npm install @loadout/model-openai',
    );
  });

  it('is named when its key is set and the usual one is not', async () => {
    const cwd = project({ 'agent.config.yaml': config('anthropic/claude-sonnet-5-5') });
    const { code, stderr } = await loadout(['run', 'hi'], { cwd, env: { OPENAI_API_KEY: 'key' } });
    expect([code, stderr]).toEqual([
      7,
      expect.stringContaining('OPENAI_API_KEY is set; to use it, write model: openai/<model id>'),
    ]);
  });
});

describe('loadout models --provider (GAP-E5)', () => {
  it.each(['bedrock', 'gemini', 'azure'])('understands %s', async (name) => {
    const { code, stdout } = await loadout(['models', '--provider', name], { cwd: project({}) });
    expect([code, stdout.split('\n').length > 5]).toEqual([0, true]);
  });
});
