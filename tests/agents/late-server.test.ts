import { definePlugin } from '@loadout/core';
import type { ServerControl, ToolSource } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { agent, cast, PLUGINS, reader, resultsOf, runAgent, start, team } from './agents.test-kit.js';

/** A source whose server `docs` is ready once `becomeReady` was called. */
function lateServer() {
  let isReady = false;
  let changed = () => {};
  const list = () => [
    isReady ? { key: 'docs', state: 'connected', tools: [] } : { key: 'docs', state: 'pending', problem: 'slow', tools: [] },
  ];
  const source: ToolSource = {
    open: () => ({
      ready: async () => {},
      tools: () => (isReady ? [reader('mcp__docs__search', () => 'found')] : []),
      onChange: (listener) => {
        changed = listener;
      },
      close: async () => {},
      servers: { list } as unknown as ServerControl,
    }),
  };
  const becomeReady = () => {
    isReady = true;
    changed();
  };
  return { plugin: definePlugin({ name: 'servers', setup: () => ({ toolSource: source }) }), becomeReady };
}

it.each([
  ['is late', false],
  ['came after the agent started', true],
])('a subagent that calls a tool of a server that %s reads that it goes without its tools (GAP-F2)', async (_, comes) => {
  const server = lateServer();
  const scripted = cast({
    lead: [{ calls: [start({ subagent_type: 'helper' })] }, { text: 'done' }],
    helper: (_request, turn) => {
      if (turn > 0) return { text: 'It is missing.' };
      if (comes) server.becomeReady();
      return { calls: [{ name: 'mcp__docs__search' }, { name: 'mcp__other__search' }] };
    },
  });
  await runAgent({
    ...team({}, { others: [agent('helper')] }),
    plugins: { ...PLUGINS, servers: server.plugin },
    model: scripted,
  });
  const [late, unknown] = resultsOf(scripted.of('helper'));
  expect(late?.text).toContain('The MCP server "docs" was not ready when this agent started.');
  expect(unknown?.text).not.toContain('was not ready');
});
