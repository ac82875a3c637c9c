import { readFileSync } from 'node:fs';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';

const wrong = (tool: object) => ({ tools: { a: { description: 'A.', ...tool } } });

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  invalidOptions: [
    { options: wrong({ run: 'ls -l' }), path: '/tools/a/run' },
    { options: wrong({ run: ['ls'], output: 'xml' }), path: '/tools/a/output' },
    { options: wrong({ run: ['ls'], cmd: 'ls' }), path: '/tools/a/cmd' },
  ],
});

it('setup refuses a declaration that the check of the configuration would refuse', async () => {
  const tools = { a: { description: 'A.', run: ['ls', '{b}'] } };
  const setUp = async () => plugin.setup({ options: { tools } as never, mount: 'tools', configDir: '/', stateDir: '/' });
  await expect(setUp()).rejects.toMatchObject({
    code: 'SCRIPT_TOOL_INVALID',
    message: 'tools.a.run.1 names {b}, which is not a property of input.',
  });
});
