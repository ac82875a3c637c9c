import { agent, methods } from '@agentclientprotocol/sdk';
import type { Frames } from '@loadout/core/commands';
import { expect, it } from 'vitest';
import { frameStream } from './frame-stream.js';

const ASKED = 4_000;

/** Each question that is answered with an error. */
const QUESTIONS = [
  '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
  '{"jsonrpc":"2.0","id":1,"method":"initialize"}',
  '{}',
  'nonsense',
];

/** A client that asks without end, and takes as many answers as it says. */
function client(question: string) {
  let [asked, taken] = [0, 0];
  let take = 0;
  let waiting: (() => void) | undefined;
  const input = (async function* () {
    for (; asked < ASKED; asked += 100) yield `${question}\n`.repeat(100);
  })();
  const given = () => {
    if (waiting === undefined || take === 0) return;
    const done = waiting;
    waiting = undefined;
    take -= 1;
    taken += 1;
    done();
  };
  const write = (_frame: string, done: () => void) => {
    waiting = done;
    given();
  };
  const takes = (count: number) => {
    take += count;
    given();
  };
  return { frames: { input, write } satisfies Frames, takes, asked: () => asked, taken: () => taken };
}

it.each(QUESTIONS)('what a client asks is read no further than it takes the answers: %s', async (question) => {
  const { frames, takes, asked, taken } = client(question);
  const connection = agent({ name: 'x' }).connect(frameStream(frames));
  takes(1_000);
  await expect.poll(taken).toBe(1_000);
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(asked()).toBeLessThan(3_000);
  takes(ASKED);
  await expect.poll(taken).toBe(ASKED);
  await connection.closed;
});

it('a client is heard whose many requests wait for what it says next', async () => {
  const line = (message: object) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;
  const input = (async function* () {
    yield line({ id: 'first', method: 'initialize', params: { protocolVersion: 1 } });
    yield line({ id: 'many', method: 'authenticate', params: { methodId: 'x' } }).repeat(1_500);
    yield line({ method: 'session/cancel', params: { sessionId: 'x' } });
  })();
  let answers = 0;
  const write = (_frame: string, done: () => void) => {
    answers += 1;
    done();
  };
  let go = () => {};
  const said = new Promise<void>((resolve) => {
    go = resolve;
  });
  const connection = agent({ name: 'x' })
    .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1 }))
    .onRequest(methods.agent.authenticate, async () => {
      await said;
      return {};
    })
    .onNotification(methods.agent.session.cancel, () => go())
    .connect(frameStream({ input, write }));
  await said;
  await connection.closed;
  expect(answers).toBeGreaterThan(0);
});
