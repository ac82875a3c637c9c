import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definePlugin, defineTool } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { model, planFor, runAgent, tempFolder } from '../run/scripted.test-kit.js';
import { loadPlugin } from './load-plugin.js';

const TOKEN = 'tok-0123456789';
const options = {
  type: 'object',
  properties: {
    token: { type: 'string', secret: true, minLength: 4 },
    keys: { type: 'object', additionalProperties: { type: 'string' }, secret: true },
  },
  additionalProperties: false,
} as const;

const crm = definePlugin({
  name: 'crm',
  options,
  setup: ({ options: { token } }) => ({
    tools: [
      defineTool({ name: 'Tell', description: 'Tells.', annotations: { readOnlyHint: true }, call: () => `with ${token}` }),
    ],
  }),
});

describe('an option that its schema marks with secret: true', () => {
  it('is hidden in what the model and the session file get', async () => {
    const folder = tempFolder();
    const requests = model([{ calls: [{ name: 'crm__Tell' }] }, { text: 'Done.' }]);
    const { events } = await runAgent({
      plan: planFor(folder),
      plugins: { crm: { plugin: crm, options: { token: TOKEN } } },
      model: requests,
    });
    const told = JSON.stringify(requests.requests[1]?.messages);
    expect(told).toContain('with [secret]');
    const init = events.find((event) => event.type === 'init') as { readonly init: { readonly transcript: string } };
    expect(readFileSync(init.init.transcript, 'utf8')).toContain('with [secret]');
    expect(told + readFileSync(init.init.transcript, 'utf8')).not.toContain(TOKEN);
  });

  it('is in no message about wrong options, not even in part', async () => {
    const place = { configDir: tempFolder(), stateDir: tempFolder() };
    const wrong = { token: TOKEN, keys: { a: 'second-secret' }, tokn: 1 };
    const failure = await loadPlugin({ mount: 'crm', use: 'crm', plugin: crm, options: wrong }, place).catch(String);
    expect(failure).toContain('tokn');
    expect(failure).not.toMatch(/tok-0|second/);
    const short = await loadPlugin({ mount: 'crm', use: 'crm', plugin: crm, options: { token: 'a$b' } }, place).catch(String);
    expect(short).toContain('at least 4 characters');
    expect(short).not.toContain('a$b');
  });

  it('is in no message of a setup that fails', async () => {
    const bad = definePlugin({
      name: 'bad',
      options,
      setup({ options: { token } }) {
        throw new Error(`${token} was refused`);
      },
    });
    const place = { configDir: tempFolder(), stateDir: tempFolder() };
    const failure = await loadPlugin({ mount: 'bad', use: 'bad', plugin: bad, options: { token: TOKEN } }, place).catch(String);
    expect(failure).toContain('[secret] was refused');
  });
});

describe('a local plugin in TypeScript', () => {
  it('is loaded as it is, with what it imports', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'word.ts'), `export const word: string = 'hello';\n`);
    writeFileSync(
      join(folder, 'plugin.ts'),
      `import { word } from './word.js';
interface Options { readonly loud?: boolean }
const call = ({ loud = false }: Options): string => (loud ? word.toUpperCase() : word);
export default { name: 'local', api: 1, setup: () => ({ tools: [{ name: 'Say', description: 'Says.', inputSchema: { type: 'object' }, call }] }) };
`,
    );
    const mounted = await loadPlugin(
      { mount: 'local', use: './plugin.ts', options: {} },
      { configDir: folder, stateDir: folder },
    );
    const [say] = mounted.parts.tools ?? [];
    expect(await say?.call({ loud: true } as never, {} as never)).toBe('HELLO');
  });

  it('that has a mistake is refused with its file', async () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'plugin.ts'), 'export default {{;\n');
    const failure = await loadPlugin(
      { mount: 'local', use: './plugin.ts', options: {} },
      { configDir: folder, stateDir: folder },
    ).catch(String);
    expect(failure).toContain('./plugin.ts');
    expect(failure).toContain('does not load');
  });
});
