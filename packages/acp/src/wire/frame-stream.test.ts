import { expect, it } from 'vitest';
import { frameStream } from './frame-stream.js';

async function* chunks(...texts: readonly string[]) {
  yield* texts;
}

/** Everything that was read, and every frame that was written. */
async function pass(text: string, limit?: number) {
  const written: string[] = [];
  const write = (frame: string, done: () => void) => {
    written.push(frame);
    done();
  };
  const read: unknown[] = [];
  const stream = frameStream({ input: chunks(text), write }, limit);
  for await (const message of stream.readable) read.push(message);
  return { read, answers: written.map((frame) => JSON.parse(frame)) };
}

it('passes each message on', async () => {
  const { read, answers } = await pass('{"jsonrpc":"2.0","id":1,"method":"a"}\n\n{"jsonrpc":"2.0","method":"b"}');
  expect([read.length, answers]).toEqual([2, []]);
});

it.each([
  ['a line that is not JSON', 'nonsense', -32700],
  ['a line that is not an object', '[1, 2]', -32600],
  ['a line that is longer than the limit', `{"a":"${'x'.repeat(100)}"}`, -32700],
])('answers %s with an error, and reads on', async (_, line, code) => {
  const { read, answers } = await pass(`${line}\n{"id":2}\n`, 50);
  expect(read).toEqual([{ id: 2 }]);
  expect(answers).toMatchObject([{ jsonrpc: '2.0', id: null, error: { code } }]);
});
