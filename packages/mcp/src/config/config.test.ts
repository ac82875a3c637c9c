import { compileSchema } from '@loadout/core';
import { expect, it } from 'vitest';
import plugin from '../index.js';
import { expandVariables } from './expand-variables.js';
import { optionsSchema } from './options.js';

it('MCP-08: variables are filled in, and one that is not set and has no default stays and is told', () => {
  const entry = {
    command: '${BIN}',
    args: ['--port=${PORT:-80}', '$PLAIN', '${GONE}'],
    env: { KEY: '${KEY}' },
    url: 'http://${HOST:-localhost}/',
    headers: { a: '${KEY}' },
  };
  expect(expandVariables(entry, { BIN: 'node', KEY: 'k' })).toEqual({
    config: {
      command: 'node',
      args: ['--port=80', '$PLAIN', '${GONE}'],
      env: { KEY: 'k' },
      url: 'http://localhost/',
      headers: { a: 'k' },
    },
    unset: ['GONE'],
  });
});

it('MCP-22: accepts entries of .mcp.json as plugin options, and refuses an unknown key', async () => {
  const schema = compileSchema(optionsSchema, 'the options');
  const pasted = {
    playwright: { command: 'npx', args: ['@playwright/mcp@latest'] },
    postgres: { type: 'stdio', command: 'docker', args: ['run'], env: { PGURL: 'x' } },
    remote: { type: 'http', url: 'https://example.com/mcp', headers: { authorization: 'Bearer x' } },
  };
  expect(await schema.parse({ servers: pasted })).toMatchObject({ ok: true });
  expect(await schema.parse({ servers: { a: { comand: 'x' } } })).toMatchObject({ ok: false });
});

it('the setup of the plugin starts nothing', async () => {
  const options = { servers: { s: { command: 'no-such-program' } } };
  const parts = await plugin.setup({ options: options as never, mount: 'mcp', configDir: '/', stateDir: '/' });
  expect(Object.keys(parts)).toEqual(['toolSource']);
});
