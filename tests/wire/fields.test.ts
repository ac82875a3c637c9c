import { expect, it } from 'vitest';
import { answerOf, initialize, type Line, startWire, user } from './wire.test-kit.js';

it('a result echoes the origin of its prompt and tells how many prompts wait (W5)', async () => {
  const wire = await startWire({ replies: [{ text: 'a' }, { text: 'b' }, { text: 'c' }] });
  wire.write(user('one', { origin: { kind: 'channel', server: 'chat' } }), user('two', { origin: 'nothing' }), user('three'));
  wire.closeInput();
  await wire.over();
  const results = wire.of('result');
  expect(results.map(({ origin, queued_turn_count }) => [origin, queued_turn_count])).toEqual([
    [{ kind: 'channel', server: 'chat' }, 2],
    [undefined, 1],
    [undefined, 0],
  ]);
  expect(results[0]).toMatchObject({ time_to_request_ms: expect.any(Number), fast_mode_state: 'off', result_index: 0 });
  expect(Object.values(results[0]?.modelUsage as Line)[0]).toMatchObject({
    provider: 'firstParty',
    cacheCreationEphemeral5mInputTokens: 0,
    cacheCreationEphemeral1hInputTokens: 0,
  });
});

it('an answer that never came counts as a turn, with the stop reason of the reference (W5)', async () => {
  const wire = await startWire({ env: { CLAUDE_CODE_MAX_RETRIES: '0' }, replies: [{ fault: { status: 529 } }] });
  wire.write(user('go'));
  wire.closeInput();
  await wire.over();
  expect(wire.of('result')[0]).toMatchObject({ num_turns: 1, stop_reason: 'stop_sequence', api_error_status: 529 });
});

it('the list of models tells which know an effort, and names the model of the query (W10)', async () => {
  const wire = await startWire({ args: ['--model=claude-sonnet-4-5'] });
  wire.write(initialize());
  const line = await wire.next({ type: 'control_response' });
  const models = (answerOf(line).response as { models: readonly Line[] }).models;
  const named = (value: string) => models.find((model) => model.value === value);
  expect(named('default')).toMatchObject({ resolvedModel: 'claude-opus-5-5', supportsEffort: true });
  expect(named('opus')).toMatchObject({
    supportedEffortLevels: ['low', 'medium', 'high', 'xhigh', 'max'],
    supportsAdaptiveThinking: true,
  });
  expect(named('claude-sonnet-4-5')?.supportsEffort).toBeUndefined();
  expect(answerOf(line)).toMatchObject({ pending_permission_requests: [], pending_user_dialog_requests: [] });
});
