import type { Elicitation, SamplingRequest } from '@loadout/core/run';
import { callTool } from '@loadout/testing';
import { expect, it } from 'vitest';
import { hostile } from '../testing/servers.js';
import { context, withServers } from '../testing/with-servers.js';

it('MCP-15: a question is declined when nobody is there, and sampling is not offered', async () => {
  const { tool } = await withServers({ s: hostile('asks') });
  expect((await callTool(tool('mcp__s__ask'), {}, context())).content).toBe('{"action":"decline"}');
  expect((await callTool(tool('mcp__s__sample'), {}, context())).content).toContain('Method not found');
});

it('MCP-15: a question reaches who is there, with its form and the server that asks, and the answer goes back', async () => {
  const asked: Elicitation[] = [];
  const elicit = async (request: Elicitation) => {
    asked.push(request);
    return { action: 'accept' as const, content: { which: 'this' } };
  };
  const { tool } = await withServers({ s: hostile('asks') }, { answers: { elicit } });
  const { content } = await callTool(tool('mcp__s__ask'), {}, context());
  expect(content).toBe('{"action":"accept","content":{"which":"this"}}');
  const schema = { type: 'object', properties: { which: { type: 'string' } } };
  expect(asked).toEqual([{ source: 's', message: 'Which?', mode: 'form', schema }]);
});

it('MCP-15: sampling reaches the model of the session only for a server whose entry allows it', async () => {
  const asked: SamplingRequest[] = [];
  const sample = async (request: SamplingRequest) => {
    asked.push(request);
    return { model: 'm', text: 'hello', stopReason: 'endTurn' };
  };
  const servers = { may: { ...hostile('asks'), sampling: true }, not: hostile('asks') };
  const { tool } = await withServers(servers, { answers: { sample } });
  const { content } = await callTool(tool('mcp__may__sample'), {}, context());
  expect(JSON.parse(content)).toMatchObject({ model: 'm', role: 'assistant', content: { type: 'text', text: 'hello' } });
  expect((await callTool(tool('mcp__not__sample'), {}, context())).content).toContain('Method not found');
  expect(asked).toEqual([{ source: 'may', maxTokens: 5, messages: [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }] }]);
});

it('MCP-15: a server that may sample and finds no model is refused with the reason, and a person is told', async () => {
  const { tool, notices } = await withServers({ s: { ...hostile('asks'), sampling: true } });
  const words = 'asked for a model answer, but this session cannot provide one';
  expect((await callTool(tool('mcp__s__sample'), {}, context())).content).toContain(words);
  expect(notices).toContainEqual({ server: 's', level: 'warning', message: expect.stringContaining(words) });
});
