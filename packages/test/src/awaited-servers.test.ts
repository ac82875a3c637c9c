import type { Plan } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { withAwaitedServers } from './recorded.js';

const plan = {
  mcpServers: { notes: { options: { command: 'notes' } }, quick: { options: { command: 'quick', startTimeout: 500 } } },
} as unknown as Plan;

const timesOf = (model: Parameters<typeof withAwaitedServers>[1]['model']) =>
  Object.values(withAwaitedServers(plan, { model }).mcpServers ?? {}).map(({ options }) => options.startTimeout);

it('a test waits for a server that its script calls, and no longer than the entry says (GAP-G9)', () => {
  expect(timesOf({ script: [{ tools: [{ mcp__notes__read: {} }] }] })).toEqual([60_000, 500]);
  expect(timesOf({ agents: { helper: [{ tools: [{ mcp__notes__read: {} }] }] } })).toEqual([60_000, 500]);
});

it('a script that calls none of its tools waits for a server no longer than a person', () => {
  expect(timesOf({ script: [{ tools: [{ Read: { file_path: 'a' } }] }, { text: 'mcp__other__read' }] })).toEqual([
    undefined,
    500,
  ]);
});

it.each([
  ['a script in a file', { script: 'talk.yaml' }],
  ['a cassette', { cassette: 'talk.jsonl' }],
  ['a real model', undefined],
])('%s may call any server', (_, model) => expect(timesOf(model)).toEqual([60_000, 500]));
