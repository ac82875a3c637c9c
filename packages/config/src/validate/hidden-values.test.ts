import { afterAll, expect, it } from 'vitest';
import { makeSandbox, rendered } from '../load/sandbox.fixture.js';

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
