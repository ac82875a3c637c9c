import { expect, it } from 'vitest';
import { DEMO_FLAG, demoServer, GREET } from './demo-server.js';
import { initialize, type Line, startWire, user } from './wire.test-kit.js';

const ASKS = ['--mcp-config', DEMO_FLAG, '--permission-prompt-tool', 'stdio'];

it('an interrupt right behind the first prompt ends that one before anything is asked of the model, and no later one (LOOP-16)', async () => {
  const wire = await startWire({ replies: [{ text: 'Later.' }] });
  const uuid = '00000000-0000-4000-8000-000000000001';
  wire.write(
    user('never mind', { uuid }),
    { type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } },
    user('later'),
  );
  const answer = await wire.next({ type: 'control_response', response: { request_id: 'stop' } });
  expect(answer).toMatchObject({ response: { response: { still_queued: [uuid] } } });
  expect(await wire.next({ type: 'result' })).toMatchObject({ subtype: 'error_during_execution', num_turns: 0 });
  expect(await wire.next({ type: 'result' })).toMatchObject({ subtype: 'success', result: 'Later.' });
});

it('an interrupt of nothing is answered, and the next prompt is none of its (LOOP-16)', async () => {
  const wire = await startWire({ replies: [{ text: 'Hello.' }] });
  wire.write({ type: 'control_request', request_id: 'stop', request: { subtype: 'interrupt' } }, user('hello'));
  expect(await wire.next({ type: 'result' })).toMatchObject({ subtype: 'success' });
  expect(wire.of('control_response')[0]).toMatchObject({ response: { subtype: 'success', response: { still_queued: [] } } });
});

it('an interrupt answers with what still waits, then the turn ends as aborted, and the session goes on (CTRL-08)', async () => {
  const wire = await startWire({
    replies: (_, index) =>
      index === 0 ? { text: ['Half', ' of it'], tools: [{ name: 'Glob' }], hold: new Promise(() => {}) } : { text: 'Next.' },
    args: ['--include-partial-messages'],
  });
  wire.write(initialize(), user('one'), user('two', { uuid: '00000000-0000-4000-8000-000000000002' }));
  await wire.next({ type: 'stream_event', event: { delta: { text: ' of it' } } });
  expect(await wire.ask({ subtype: 'interrupt' })).toMatchObject({
    subtype: 'success',
    response: { still_queued: ['00000000-0000-4000-8000-000000000002'] },
  });
  await wire.next({ type: 'user', message: { content: [{ type: 'text', text: '[Request interrupted by user]' }] } });
  expect(await wire.next({ type: 'result' })).toMatchObject({
    subtype: 'error_during_execution',
    terminal_reason: 'aborted_streaming',
  });
  expect(await wire.next({ type: 'result' })).toMatchObject({ subtype: 'success', result: 'Next.' });
  const at = (fits: (line: Line) => boolean) => wire.lines.findIndex(fits);
  expect(at(({ type }) => type === 'control_response')).toBeLessThan(at(({ type }) => type === 'result'));
  // The last turn went well, and that is what counts.
  expect(await wire.end()).toEqual({ code: 0, signal: null });
});

it('an interrupt may take what waits out of the queue with it, and withdraws the question that is open (CTRL-10)', async () => {
  const wire = await startWire({ args: ASKS, replies: [GREET], host: { mcp_message: demoServer() } });
  wire.write(initialize(), user('one'), user('two', { uuid: '00000000-0000-4000-8000-000000000002' }), user('three'));
  const { request_id } = await wire.next({ request: { subtype: 'can_use_tool' } });
  expect(await wire.ask({ subtype: 'interrupt', cancel_queued: true })).toMatchObject({
    response: { still_queued: [], cancelled: ['00000000-0000-4000-8000-000000000002'] },
  });
  expect(wire.of('control_cancel_request')).toEqual([{ type: 'control_cancel_request', request_id }]);
  const result = await wire.next({ type: 'result' });
  expect(result).toMatchObject({
    subtype: 'error_during_execution',
    terminal_reason: 'aborted_tools',
    errors: expect.any(Array),
  });
  // An answer to what was withdrawn is nothing.
  wire.write({ type: 'control_response', response: { subtype: 'success', request_id, response: { behavior: 'allow' } } });
  await wire.next({ state: 'idle' });
  expect(await wire.end()).toEqual({ code: 1, signal: null });
  expect(wire.of('result')).toHaveLength(1);
});

it('prompts wait in the order in which they came, but for the urgent one and the one that was called off (LOOP-17)', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const wire = await startWire({
    replies: (request, index) => ({
      text: `Answer ${index}`,
      hold: index === 0 ? held : Promise.resolve(),
      model: request.body.model,
    }),
  });
  const uuid = '00000000-0000-4000-8000-00000000000a';
  wire.write(initialize(), user('first'));
  await wire.next({ subtype: 'init' });
  wire.write(
    user('second'),
    user('never', { uuid }),
    user('urgent', { priority: 'now' }),
    user('note', { shouldQuery: false }),
    user('last'),
  );
  expect(await wire.ask({ subtype: 'cancel_async_message', message_uuid: uuid })).toMatchObject({
    response: { cancelled: true },
  });
  expect(await wire.ask({ subtype: 'cancel_async_message', message_uuid: uuid })).toMatchObject({
    response: { cancelled: false },
  });
  release();
  for (const answer of ['0', '1', '2', '3']) await wire.next({ type: 'result', result: `Answer ${answer}` });
  const said = wire.api.requests.map(({ body }) => JSON.stringify(body.messages.at(-1)));
  expect(said[1]).toContain('urgent');
  expect(said[2]).toContain('second');
  expect(said[3]).toMatch(/note.*last/);
  expect(wire.api.requests).toHaveLength(4);
  expect(JSON.stringify(wire.api.requests[3]?.body.messages)).not.toContain('never');
});
