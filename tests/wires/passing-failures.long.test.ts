import { join } from 'node:path';
import { loadConfig } from '@loadout/config';
import { createAgent } from '@loadout/runner';
import { type Reply, startMockApi } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import { project } from '../lib/loadout.js';
import type { WireCase } from './scripted-run.js';
import { WIRES } from './wire-cases.js';

const CONFIG = (providers: unknown) => `
providers: ${JSON.stringify(providers)}
agents:
  worker: { model: tested/mock-model, instructions: Answer. }
`;

/** The end of a run whose first answer fails, and the number of requests. */
async function ran({ wire, use, options }: WireCase, first: Reply) {
  const api = await startMockApi({ wire, validate: false, replies: [first, { text: 'Whole.' }] });
  const cwd = project({ 'agent.config.yaml': CONFIG({ tested: { use, options: options(api.url) } }) });
  const env = { HOME: cwd, LOADOUT_STATE_DIR: join(cwd, '.state') };
  const { plan } = await loadConfig({ cwd, env });
  const agent = await createAgent({ plan, env });
  try {
    const run = agent.run('Go.');
    const kinds: string[] = [];
    for await (const { type } of run) kinds.push(type);
    const { outcome, text, error } = await run.result;
    return { outcome, text: outcome === 'success' ? text : '', code: error?.code, kinds, requests: api.requests.length };
  } finally {
    await agent.close();
    await api.close();
  }
}

const half = (status: number): Reply => ({
  text: 'Half',
  fault: { errorEvent: { status, message: `mock failure ${status}` }, afterBlocks: 1 },
});

describe.each(WIRES.map((one) => [`${one.wire.name} with ${one.use}`, one] as const))('over %s', (_, wire) => {
  it('a failure of the server behind a block is asked again (F19)', async () => {
    const { kinds, ...seen } = await ran(wire, half(500));
    expect(seen).toEqual({ outcome: 'success', text: 'Whole.', code: undefined, requests: 2 });
    expect(kinds).toContain('discard');
  });
});
