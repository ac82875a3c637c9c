import { loadConfig } from '@loadout/config';
import { defineTool, SmallModel } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { startMockApi } from '@loadout/testing';
import { expect, it } from 'vitest';
import { project } from './lib/loadout.js';

const CONFIG = `
providers:
  anthropic: { use: "@loadout/model-anthropic", options: { baseUrl: "\${env:API_URL}", apiKey: test-key } }
models:
  large: { provider: anthropic, id: mock-large, price: { input: 3, output: 15 } }
  tiny: { provider: anthropic, id: mock-tiny, price: { input: 1, output: 5 } }
smallModel: tiny
agents:
  worker: { model: large, instructions: Answer. }
`;

it('a tool that asks the small model causes a request with its id, which counts in the cost of the run (COST-01)', async () => {
  const api = await startMockApi({ replies: [{ tools: [{ name: 'Ask', input: {} }] }, { text: 'short' }, { text: 'Done.' }] });
  const cwd = project({ 'agent.config.yaml': CONFIG });
  const env = { HOME: cwd, API_URL: api.url, LOADOUT_STATE_DIR: `${cwd}/.state` };
  const { plan } = await loadConfig({ cwd, env });
  const ask = defineTool({
    name: 'Ask',
    description: 'Asks.',
    call: (_, context) => context.get(SmallModel).ask({ prompt: 'What is it?', signal: context.signal }),
  });
  const agent = await createAgent({ plan, customTools: [ask], tools: ['Ask'], permissions: { allow: ['Ask'] }, env });
  try {
    const result = await agent.run('Go.').result;
    expect([result.outcome, result.text, api.invalid]).toEqual(['success', 'Done.', []]);
    expect(api.requests.map((request) => request.body.model)).toEqual(['mock-large', 'mock-tiny', 'mock-large']);
    expect(result.costUsd).toBeGreaterThan(0);
  } finally {
    await agent.close();
    await api.close();
  }
});
