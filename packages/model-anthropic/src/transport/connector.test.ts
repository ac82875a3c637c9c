import { expect, it } from 'vitest';
import { Connector } from './connector.js';

const VARIABLES = ['ANTHROPIC_BASE_URL', 'ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS'];

it('makes the connection again after any of its variables has changed, and only then', async () => {
  const env: Record<string, string | undefined> = { ANTHROPIC_API_KEY: 'key-before' };
  const connector = new Connector({}, env);
  const now = () => connector.connected(5);
  let before = await now();
  expect([(await now()).connection, (await now()).client]).toEqual([before.connection, before.client]);
  for (const name of VARIABLES) {
    env[name] = name === 'ANTHROPIC_BASE_URL' ? 'http://127.0.0.1:1' : `x-${name.toLowerCase()}: changed`;
    const after = await now();
    expect([name, after.connection === before.connection]).toEqual([name, false]);
    expect((await now()).client).toBe(after.client);
    before = after;
  }
  expect(before.connection).toMatchObject({
    baseUrl: 'http://127.0.0.1:1',
    apiKey: 'x-anthropic_api_key: changed',
    headers: { 'x-anthropic_custom_headers': 'changed' },
  });
});

it('asks a key helper again after its key was refused, and sends the new key', async () => {
  let keys = 0;
  const connector = new Connector({ apiKey: async () => `key-${++keys}` }, {});
  const first = (await connector.connected(5)).connection;
  expect(connector.refused(first)).toBe(true);
  expect([first.apiKey, (await connector.connected(5)).connection.apiKey]).toEqual(['key-1', 'key-2']);
});
