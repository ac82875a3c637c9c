import { afterAll, expect, it } from 'vitest';
import { load, makeSandbox, rendered } from '../load/sandbox.fixture.js';

const sandbox = makeSandbox();
afterAll(() => sandbox.remove());

// A message shows the beginning of a text, with quotes around it: no whole secret that could be found and replaced.
const KEY = `begin"${'x'.repeat(80)}`;

it.each(['telemetry: { otel: "${secret:S}" }', 'compat: "${secret:S}"', 'defaults: { thinking: { type: "${secret:S}" } }'])(
  'a secret in a place for another kind of value is in no message: %s',
  async (text) => {
    const cwd = sandbox.project({ 'agent.config.yaml': `secrets: { S: { env: KEY } }\n${text}\nagents: { a: {} }\n` });
    const told = await rendered(cwd, { env: { KEY } });
    expect(told).toContain('"***"');
    expect(told).not.toContain('xxx');
  },
);

it('a secret in the name of a tool is in no part of a problem', async () => {
  const cwd = sandbox.project({
    'agent.config.yaml': 'secrets: { S: { env: KEY } }\nagents: { a: { tools: ["${secret:S}"] } }\n',
  });
  const error: unknown = await load(cwd, { env: { KEY: 'hidden-text' } }).catch((reason: unknown) => reason);
  const { problems } = error as { readonly problems: readonly unknown[] };
  expect(problems).toMatchObject([{ code: 'CONFIG_TOOL_UNKNOWN', values: { tool: '***' } }]);
  expect(JSON.stringify(problems)).not.toContain('hidden-text');
});
