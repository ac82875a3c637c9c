import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { boundedFrames } from './bounded-frames.js';

const frame = (length: number, bytes = length) => {
  const made = Buffer.alloc(bytes, 7);
  made.writeUInt32BE(length);
  made.writeUInt32BE(crc32(made.subarray(0, 8)), 8);
  return made;
};

async function through(chunks: readonly Buffer[]): Promise<Buffer> {
  const seen: Uint8Array[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  for await (const chunk of boundedFrames(source)) seen.push(chunk);
  return Buffer.concat(seen);
}

it('frames come out as they went in, wherever their bytes are cut', async () => {
  const bytes = Buffer.concat([frame(16), frame(300), frame(17)]);
  for (let at = 0; at <= bytes.length; at++) expect(await through([bytes.subarray(0, at), bytes.subarray(at)])).toEqual(bytes);
  expect(await through([...bytes].map((byte) => Buffer.of(byte)))).toEqual(bytes);
});

it.each([3, 15])('an end inside a frame, after %d bytes, is a cut', async (bytes) => {
  await expect(through([frame(16), frame(16).subarray(0, bytes)])).rejects.toMatchObject({ code: 'MODEL_STREAM_CUT' });
});

it.each([0, 12, (32 << 20) + 1, 0xffff_ffff])('a frame that says it has %d bytes ends the answer', async (length) => {
  await expect(through([frame(16), frame(length, 16)])).rejects.toMatchObject({ code: 'MODEL_STREAM_INVALID' });
});

it('a length whose checksum is wrong ends the answer before anybody waits for so many bytes', async () => {
  const wrong = frame(16);
  wrong[2] = 1;
  await expect(through([frame(16), wrong])).rejects.toMatchObject({ code: 'MODEL_STREAM_INVALID' });
});
