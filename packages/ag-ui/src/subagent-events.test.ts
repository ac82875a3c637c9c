import type { DoorEvent } from '@loadout/serve';
import { expect, it } from 'vitest';
import { SubagentTelling } from './subagent-events.js';

type Inner = Extract<DoorEvent, { type: 'subagent' }>['event'];

it('an agent begins before its first call, whatever came before that', () => {
  const telling = new SubagentTelling([]);
  const types = (event: Inner) => telling.of({ type: 'subagent', path: ['worker'], event }).map(({ type }) => type);
  expect(types({ type: 'text', text: 'Let me look.' })).toEqual([]);
  expect(types({ type: 'tool_call', id: '1', name: 'Look', input: {} })).toEqual([
    'SUBAGENT_STARTED',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_END',
  ]);
  expect(telling.end().map(({ type }) => type)).toEqual(['SUBAGENT_ERROR']);
});
