import { expect, it } from 'vitest';
import { initialize, type Line, startWire, user, type Wire } from './wire.test-kit.js';

const ECHO = { tools: [{ name: 'Bash', input: { command: 'echo hi' } }] };
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

/** Gives one prompt after the other, each behind the result of the one before. */
async function prompts(wire: Wire, ...texts: readonly string[]): Promise<readonly Line[]> {
  for (const text of texts) {
    wire.write(user(text));
    await wire.next({ type: 'result' });
  }
  wire.closeInput();
  await wire.over();
  return wire.of('result');
}

const states = (wire: Wire) =>
  wire.of('system', 'session_state_changed').map(({ state, sdk_host_only }) => [state, sdk_host_only]);

it.each([
  ['nobody asked', {}, []],
  ['the variable is off', { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '0' }, []],
  [
    'only the host asked',
    { CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' },
    [
      ['running', true],
      ['idle', true],
    ],
  ],
  [
    'the program asked',
    { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
    [
      ['running', undefined],
      ['idle', undefined],
    ],
  ],
  [
    'both asked',
    { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: 'true', CLAUDE_CODE_SDK_READS_SESSION_STATE: '1' },
    [
      ['running', undefined],
      ['idle', undefined],
    ],
  ],
] as const)('states of the session when %s (W2)', async (_, env, expected) => {
  const wire = await startWire({ env: { CLAUDE_CODE_SDK_READS_SESSION_STATE: '', ...env }, replies: [{ text: 'Done.' }] });
  await prompts(wire, 'go');
  expect(states(wire)).toEqual(expected);
  if (expected.length === 0) expect(wire.lines[0]).toMatchObject({ type: 'system', subtype: 'init' });
});

it('an unknown session leaves initialize unanswered and ends with the sentence that programs search for (W9)', async () => {
  const wire = await startWire({ args: ['--resume', UNKNOWN] });
  wire.write(initialize());
  expect(await wire.over()).toEqual({ code: 1, signal: null });
  expect(wire.lines).toHaveLength(1);
  expect(wire.lines[0]).toMatchObject({ type: 'result', errors: [`No conversation found with session ID: ${UNKNOWN}`] });
  expect(wire.stderr).toContain(UNKNOWN);
});

it.each([[[]], [['--fork-session']]])('continue in a folder without sessions begins one, with %j too (W17)', async (more) => {
  const wire = await startWire({ args: ['--continue', ...more], replies: [{ text: 'Done.' }, { text: 'Again.' }] });
  expect(await prompts(wire, 'go')).toMatchObject([{ subtype: 'success', result: 'Done.' }]);
  const next = await startWire({ args: ['--continue'], cwd: wire.cwd, replies: [{ text: 'Again.' }] });
  const [result] = await prompts(next, 'more');
  expect(result?.session_id).toBe(wire.of('result')[0]?.session_id);
});

it('maxTurns counts requests: after the last one the call has run and nothing more is asked (W12)', async () => {
  const wire = await startWire({ args: ['--max-turns=1'], replies: [ECHO, { text: 'never' }] });
  expect(await prompts(wire, 'go')).toMatchObject([
    { subtype: 'error_max_turns', num_turns: 2, stop_reason: 'tool_use', errors: ['Reached maximum number of turns (1)'] },
  ]);
  expect(wire.api.requests).toHaveLength(1);
  expect(JSON.stringify(wire.of('user'))).toContain('hi');
});

it('an answer within the limit is a success, and each prompt of a session has its own limit (W18)', async () => {
  const wire = await startWire({ args: ['--max-turns', '2'], replies: [ECHO, { text: 'a' }, ECHO, ECHO, { text: 'b' }] });
  expect(await prompts(wire, 'one', 'two', 'three')).toMatchObject([
    { subtype: 'success', num_turns: 2 },
    { subtype: 'error_max_turns', num_turns: 3 },
    { subtype: 'success', num_turns: 1, result: 'b' },
  ]);
});
