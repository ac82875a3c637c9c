import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describePlugin, describeTool } from '@loadout/testing';
import { afterAll, describe, expect, it } from 'vitest';
import plugin from './index.js';
import { setUp } from './remote.test-kit.js';

const packageFile = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

describePlugin(plugin, {
  describe,
  it,
  packageJson: packageFile,
  invalidOptions: [
    { options: { timeoutSeconds: 0 }, path: '/timeoutSeconds' },
    { options: { agents: { a: { url: 'x' } } }, path: '/agents/a/url' },
  ],
});

const STREAM = `data: ${JSON.stringify({ choices: [{ delta: { content: 'Yes.' }, finish_reason: 'stop' }] })}\n\n`;
const far = createServer((request, response) => void request.resume().on('end', () => response.end(STREAM))).listen(
  0,
  '127.0.0.1',
);
await once(far, 'listening');
afterAll(() => void far.close());
const url = `http://127.0.0.1:${(far.address() as AddressInfo).port}/v1`;
const { tool } = await setUp({ agents: { far: { openai: url, model: 'm' } } });

describeTool(tool, {
  describe,
  it,
  touches: packageFile.loadout.touches,
  valid: [
    {
      name: 'a question',
      input: { agent: 'far', prompt: 'Hi?' },
      text: /\n\nYes\.$/,
    },
  ],
  invalid: [
    { input: {}, path: '/agent' },
    { input: { agent: 'far', prompt: 'Hi.', resume: 'x' }, refusal: /keeps no conversation/ },
    { input: { agent: 'fra', prompt: 'Hi.' }, refusal: /Did you mean "far"/ },
  ],
});

describe('an agent of the configuration', () => {
  it.each([
    [{}, 'must have either a2a or openai'],
    [{ a2a: 'http://x', openai: 'http://x', model: 'm' }, 'must have either a2a or openai'],
    [{ openai: 'http://x' }, 'has no model'],
    [{ a2a: 'file:///etc/passwd' }, 'neither http nor https'],
    [{ a2a: 'reviewer' }, 'neither http nor https'],
  ])('that is %o is refused at the start', async (options, problem) => {
    await expect(setUp({ agents: { far: options } })).rejects.toThrow(problem);
  });

  it('is named to the rules by its address, and to the model by what it is good for', async () => {
    const made = await setUp({ agents: { near: { a2a: 'https://agents.example/a2a/near', description: 'Reviews.' } } });
    expect(made.tool.description).toContain('near: Reviews.');
    expect(await made.accesses({ agent: 'near', prompt: 'Hi.' })).toEqual([
      { kind: 'fetch', url: 'https://agents.example/a2a/near' },
    ]);
  });
});
