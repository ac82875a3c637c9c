import { definePlugin, defineTool } from '@loadout/core';
import type { OpenToolSource, ToolSource } from '@loadout/core/run';
import { createAgent } from '@loadout/runner';
import { expect, it, onTestFinished } from 'vitest';
import { model, tempFolder } from '../../runner/src/run/scripted.test-kit.js';
import { explainCall, matchesCall } from './explain-call.js';
import { explainedSubagent } from './explained-subagent.js';

const send = Object.assign(
  defineTool({ name: 'mcp__mail__send', description: 'Sends.', inputSchema: { to: String }, call: () => 'sent' }),
  { mcp: { server: 'mail' } },
);
const source: ToolSource = {
  known: () => [send],
  open: (): OpenToolSource => {
    throw new Error('nobody opens it');
  },
};

it('an agent knows, explains and passes on the tools that a closed source knows (GAP-F4)', async () => {
  const workspace = tempFolder();
  const agent = await createAgent({
    model: model([]),
    workspace,
    sessionsDir: workspace,
    env: {},
    plugins: { mail: definePlugin({ name: 'mail', setup: () => ({ toolSource: source }) }) },
    permissions: { allow: ['mcp__mail__*'] },
  });
  onTestFinished(() => agent.close());
  expect(agent.pool.get('mcp__mail__send')?.origin).toMatchObject({ kind: 'mcp', server: 'mail' });
  const call = { tool: 'mcp__mail__send', input: { to: 'a' } };
  expect(await explainCall(agent, call)).toMatchObject({ behavior: 'allow' });
  expect(await explainedSubagent(agent, 'general-purpose').explain(call)).toMatchObject({ behavior: 'allow' });
  expect(await matchesCall(agent, call, { rule: 'mcp__mail__send(to:a)', as: 'deny' })).toBe(true);
});
