import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSdkMcpServer } from '../create-sdk-mcp-server.js';
import { ask, collect, place } from '../query/query.test-kit.js';
import { tool } from '../tool.js';
import { serversIn, soonWaitedFor, waitedFor } from './servers.js';

const run = { command: 'x' };

describe('the limits of MCP servers (GAP-D7)', () => {
  const env = { MCP_TIMEOUT: '1500', MCP_TOOL_TIMEOUT: '2500' };

  it('are those of the environment, and those of a server go before them', () => {
    expect(waitedFor({ a: run, b: { ...run, timeout: 9000 } }, env)).toEqual({
      a: { ...run, startTimeout: 1500, timeout: 2500 },
      b: { ...run, startTimeout: 1500, timeout: 9000 },
    });
    const mcpServers = { a: { options: run } };
    expect(soonWaitedFor({ mcpServers } as never, env)).toEqual({
      mcpServers: { a: { options: { ...run, startTimeout: 1500, timeout: 2500 } } },
    });
  });

  it.each([{}, { MCP_TIMEOUT: '', MCP_TOOL_TIMEOUT: 'soon' }, { MCP_TIMEOUT: '-1', MCP_TOOL_TIMEOUT: '0' }])(
    'are the usual ones with %j',
    (none) => expect(waitedFor({ a: run }, none)).toEqual({ a: { ...run, startTimeout: 30_000 } }),
  );

  it('end a call of a tool that takes longer', async () => {
    const slow = tool('wait', 'Waits.', {}, () => new Promise<never>(() => {}));
    const at = await place([{ tools: [{ name: 'mcp__slow__wait', input: {}, id: 'toolu_w' }] }, { text: 'Done.' }]);
    await collect(
      ask(at, 'Go', {
        env: { ...at.options.env, MCP_TOOL_TIMEOUT: '1000' },
        mcpServers: { slow: createSdkMcpServer({ name: 'slow', tools: [slow] }) },
        allowedTools: ['mcp__slow'],
      }),
    );
    expect(JSON.stringify(at.api.requests[1]?.body.messages)).toMatch(/tool_result.*is_error/);
  });
});

describe('a server that an agent defines itself (GAP-D7)', () => {
  const greet = tool('greet', 'Greets.', { name: z.string() }, async ({ name }) => ({
    content: [{ type: 'text', text: `Hello ${name}` }],
  }));

  it('is there for the agent, beside the tools of its list', async () => {
    const at = await place([
      { tools: [{ name: 'Agent', input: { description: 'd', prompt: 'p', subagent_type: 'greeter' }, id: 'toolu_a' }] },
      { tools: [{ name: 'mcp__own__greet', input: { name: 'Ann' }, id: 'toolu_g' }] },
      { text: 'Greeted.' },
      { text: 'Done.' },
    ]);
    const own = createSdkMcpServer({ name: 'own', tools: [greet] });
    const greeter = { description: 'Greets', prompt: 'Greet.', tools: ['Read'], mcpServers: [{ own }] };
    await collect(ask(at, 'Go', { agents: { greeter }, allowedTools: ['mcp__own'] }));
    expect(at.api.requests[1]?.body.tools?.map(({ name }) => name)).toEqual(expect.arrayContaining(['Read', 'mcp__own__greet']));
    expect(JSON.stringify(at.api.requests[2]?.body.messages)).toContain('Hello Ann');
  });

  it('is none if the entry only names a server inside the program', () => {
    const named = { type: 'sdk', name: 'demo' } as never;
    expect(serversIn({ a: { description: '', prompt: '', mcpServers: ['x', { demo: named }, { own: run }] } })).toEqual({
      own: run,
    });
  });
});
