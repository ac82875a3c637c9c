import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadoutProcess, project } from './lib/loadout.js';

/** A plugin with a tool that starts something that fails later, and a tool that waits for the end of the run. */
const pluginThat = (fails: string) => `import { definePlugin, defineTool } from '@loadout/core';
const tool = (name, call) =>
  defineTool({ name, description: name, inputSchema: { type: 'object' }, annotations: { readOnlyHint: true }, call });
const later = tool('later', () => {
  ${fails}
  return 'started';
});
const wait = tool('wait', (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('over'))));
export default definePlugin({ name: 'faulty', setup: () => ({ tools: [later, wait] }) });
`;

const filesOf = (fails: string, place = 'faulty.mjs') => ({
  'agent.config.yaml': `plugins: { faulty: ${place === 'faulty.mjs' ? './faulty.mjs' : 'faulty'} }
providers: { script: { use: '@loadout/model-script', options: { file: ./script.yaml } } }
agents: { one: { model: script/any, instructions: Answer., tools: ['*'] } }
`,
  'script.yaml': 'turns:\n  - tools: [{ faulty__later: {} }]\n  - tools: [{ faulty__wait: {} }]\n  - text: Done.\n',
  [place]: pluginThat(fails),
});

const FAULTS = {
  'throws in a timer': "setTimeout(() => { throw new Error('no milk'); }, 50);",
  'rejects a promise that nobody awaits': "void new Promise((_, reject) => setTimeout(() => reject(new Error('no milk')), 50));",
  'throws something that is no error': "setTimeout(() => { throw 'no milk'; }, 50);",
  'fails again and again': "setInterval(() => { throw new Error('no milk'); }, 20);",
};

const sessionIn = (state: string) => {
  const [folder = ''] = readdirSync(join(state, 'loadout/sessions'));
  const dir = join(state, 'loadout/sessions', folder);
  const [file = ''] = readdirSync(dir).filter((name) => name.endsWith('.jsonl'));
  return readFileSync(join(dir, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly t: string; readonly result?: { readonly outcome: string } });
};

describe('a plugin that', () => {
  it.each(Object.entries(FAULTS))('%s ends the run in order, with one sentence and exit code 1', async (_, fails) => {
    const dir = project(filesOf(fails));
    const state = join(dir, 'state');
    const { code, signal, stderr } = await loadoutProcess(['run', 'Go on.'], { cwd: dir, env: { XDG_STATE_HOME: state } });
    expect([code, signal], stderr).toEqual([1, null]);
    expect(stderr.match(/error PLUGIN_FAULT/g)).toHaveLength(1);
    expect(stderr.replaceAll(/\s+/g, ' ')).toContain('no milk');
    expect(stderr).not.toMatch(/^\s+at /m);
    if (fails.includes('new Error')) expect(stderr.replaceAll(/\s+/g, '')).toMatch(/faulty\.mjs:\d+failed|faulty\.mjs:\d+/);
    // Every call is answered, and the run has its end on record.
    const records = sessionIn(state);
    expect(records.filter(({ t }) => t === 'ended')).toHaveLength(2);
    expect(records.at(-1)).toMatchObject({ t: 'end', result: { outcome: 'interrupted' } });
  });

  it('is installed is named by its package', async () => {
    const dir = project({
      ...filesOf(FAULTS['throws in a timer'], 'node_modules/faulty/index.mjs'),
      'node_modules/faulty/package.json': JSON.stringify({
        name: 'faulty',
        version: '1.0.0',
        type: 'module',
        exports: './index.mjs',
        loadout: { tools: ['later', 'wait'] },
      }),
    });
    const { code, stderr } = await loadoutProcess(['run', 'Go on.'], { cwd: dir, env: { XDG_STATE_HOME: join(dir, 'state') } });
    expect([code, stderr.replaceAll(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining('Code of faulty failed outside of any call'),
    ]);
  });
});
