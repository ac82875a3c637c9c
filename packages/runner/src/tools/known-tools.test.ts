import { definePlugin, defineTool } from '@loadout/core';
import type { OpenToolSource, ToolSource } from '@loadout/core/run';
import { expect, it, onTestFinished } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { model, tempFolder } from '../run/scripted.test-kit.js';

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
  expect(await agent.explain(call.tool, call.input)).toMatchObject({ behavior: 'allow' });
  expect(await agent.subagent('general-purpose').explain(call.tool, call.input)).toMatchObject({ behavior: 'allow' });
  expect(await agent.matches(call, { rule: 'mcp__mail__send(to:a)', as: 'deny' })).toBe(true);
});
