import { readFileSync } from 'node:fs';
import { fromJsonSchema, type JsonSchema } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { checkLine } from './check-line.js';
import { initialize, success, user } from './wire.test-kit.js';

const published = JSON.parse(readFileSync(new URL('../../packages/sdk/wire.schema.json', import.meta.url), 'utf8')) as JsonSchema;
const hostLine = fromJsonSchema({ ...published, anyOf: [{ $ref: '#/$defs/hostLine' }] }, 'hostLine');
const framed = { uuid: 'u', session_id: 's' };

/** Each test in this folder ends with a check that every line matches the schema. */
describe('the published schema of the wire (CTRL-16)', () => {
  it.each([
    ['text that is not JSON', 'hello'],
    ['a list', '[]'],
    ['a type of nobody', JSON.stringify({ type: 'coffee', ...framed })],
    ['a message without its session', JSON.stringify({ type: 'system', subtype: 'status', status: null, uuid: 'u' })],
    ['a kind of system message that is not described', JSON.stringify({ type: 'system', subtype: 'coffee', ...framed })],
    ['a status of nobody', JSON.stringify({ type: 'system', subtype: 'status', status: 'resting', ...framed })],
    ['a task without what changed of it', JSON.stringify({ type: 'system', subtype: 'task_updated', task_id: 't', ...framed })],
    [
      'a list of tasks that does not say what they are',
      JSON.stringify({ type: 'system', subtype: 'background_tasks_changed', tasks: [{ task_id: 't' }], ...framed }),
    ],
    ['a state that is none', JSON.stringify({ type: 'system', subtype: 'session_state_changed', state: 'tired', ...framed })],
    ['an error result without its list', JSON.stringify({ type: 'result', subtype: 'error_max_turns', ...framed })],
    [
      'an error code that programs cannot read',
      JSON.stringify({
        type: 'control_response',
        response: { subtype: 'error', request_id: 'r', error: 'e', error_code: 'Not This' },
      }),
    ],
    [
      'a request that no SDK answers',
      JSON.stringify({ type: 'control_request', request_id: 'r', request: { subtype: 'coffee' } }),
    ],
    [
      'a line of a mebibyte',
      JSON.stringify({ type: 'stream_event', event: { type: 'x'.repeat(1024 * 1024) }, parent_tool_use_id: null, ...framed }),
    ],
  ])('does not allow %s', (_, line) => {
    expect(checkLine(line).problem).toBeDefined();
  });

  it('describes what a program writes too', async () => {
    const lines = [
      initialize(),
      user('hi'),
      user('hi', { priority: 'now', shouldQuery: false }),
      success('r', {}),
      { type: 'control_cancel_request', request_id: 'r' },
    ];
    for (const line of lines) expect(await hostLine.parse(line)).toMatchObject({ ok: true });
    for (const line of [{}, { type: 'user' }, { ...initialize(), request_id: '' }, user('x', { priority: 'soon' })])
      expect(await hostLine.parse(line)).toMatchObject({ ok: false });
  });
});
