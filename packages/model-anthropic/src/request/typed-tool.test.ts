import { expect, it } from 'vitest';
import { serialiseRequest } from './serialise-request.js';
import { knowsTypedTools } from './typed-tool.js';

const memory = {
  name: 'Memory',
  description: 'Keeps notes.',
  input_schema: { type: 'object', 'x-anthropic-type': 'memory_20250818', properties: { command: { type: 'string' } } },
};
const tools = [memory, { name: 'Read', description: 'Reads.', input_schema: { type: 'object' } }];

const sent = (model: string, list = tools) =>
  JSON.parse(Buffer.concat([...serialiseRequest({ model, system: [], tools: list, messages: [] })]).toString('utf8')).tools;

it('a tool of a type that Claude is trained on is sent as that type', () => {
  expect(sent('claude-opus-4-5')[0]).toEqual({ type: 'memory_20250818', name: 'memory' });
  expect(sent('claude-opus-4-5')[1]).toMatchObject({ name: 'Read', input_schema: { type: 'object' } });
});

it('the last tool of the list carries the marker of the cache, whatever its type', () => {
  expect(sent('claude-opus-4-5', [memory])).toEqual([
    { type: 'memory_20250818', name: 'memory', cache_control: { type: 'ephemeral' } },
  ]);
});

it('the same list of tools goes to another model with its schema', () => {
  for (const model of ['glm-4.6', 'claude-opus-4-5', 'claude-3-5-haiku-latest'])
    expect(sent(model)[0].name).toBe(model === 'claude-opus-4-5' ? 'memory' : 'Memory');
  expect(sent('glm-4.6')[0]).toMatchObject({ description: 'Keeps notes.', input_schema: { properties: { command: {} } } });
  expect(JSON.stringify(sent('glm-4.6'))).not.toContain('x-anthropic-type');
});

it('a type that is not in the list is no type: a tool cannot ask the server to act', () => {
  const other = { ...memory, input_schema: { type: 'object', 'x-anthropic-type': 'web_search_20250305' } };
  expect(sent('claude-opus-4-5', [other])[0]).toMatchObject({ name: 'Memory', input_schema: { type: 'object' } });
});

it.each([
  ['claude-opus-4-5', true],
  ['claude-sonnet-4-20250514', true],
  ['anthropic.claude-haiku-4-5-20251001-v1:0', true],
  ['claude-sonnet-5@20260101', true],
  ['claude-3-7-sonnet-latest', false],
  ['claude-3-opus@20240229', false],
  ['claude-2.1', false],
  ['claude-instant-1.2', false],
  ['anthropic.claude-v2:1', false],
  ['kimi-k2', false],
  ['mock-large', false],
])('%s takes such types: %s', (model, takes) => expect(knowsTypedTools(model)).toBe(takes));
