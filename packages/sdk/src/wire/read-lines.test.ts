import { expect, it } from 'vitest';
import { readLines } from './read-lines.js';

async function linesOf(chunks: readonly (Buffer | string)[]): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(from(chunks))) lines.push(line);
  return lines;
}

async function* from(chunks: readonly (Buffer | string)[]) {
  yield* chunks;
}

it('lines come out whole however their bytes come in, also through the middle of a character (CTRL-01)', async () => {
  const bytes = Buffer.from('{"a":"Grüße 🎒"}\n\nzweite\n');
  const one = [...bytes].map((byte) => Buffer.from([byte]));
  for (const chunks of [[bytes], one, [bytes.subarray(0, 9), bytes.subarray(9)], [bytes.toString('utf8')]])
    expect(await linesOf(chunks)).toEqual(['{"a":"Grüße 🎒"}', '', 'zweite']);
});

it('the last line counts without its end, and nothing is no line', async () => {
  expect(await linesOf([Buffer.from('a\nb')])).toEqual(['a', 'b']);
  expect(await linesOf([])).toEqual([]);
});

it('a line of megabytes in small pieces takes no longer than its bytes', async () => {
  const chunk = Buffer.from('x'.repeat(1000));
  const [line = ''] = await linesOf([...Array.from({ length: 20_000 }, () => chunk), Buffer.from('\n')]);
  expect(line.length).toBe(20_000_000);
});
