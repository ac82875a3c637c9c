import { expect, it } from 'vitest';
import { readLines } from './read-lines.js';

const tooLong = () => new Error('too long');

async function linesOf(chunks: readonly (Buffer | string)[], longest?: number): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of readLines(from(chunks), { tooLong, longest })) lines.push(line);
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

it('a line of the most characters is read, and a longer one ends the reading, with its end or without', async () => {
  expect(await linesOf(['1234\n', '12', '34\n'], 4)).toEqual(['1234', '1234']);
  for (const chunks of [['12345\n'], ['123', '45'], ['a\n123', '45\n']])
    await expect(linesOf(chunks, 4)).rejects.toThrow('too long');
});

it('a line without an end is left after the most characters, not kept to its end', async () => {
  let given = 0;
  const endless = async function* () {
    for (; given < 1000; given += 1) yield 'x'.repeat(10);
  };
  const read = async () => {
    for await (const line of readLines(endless(), { tooLong, longest: 100 })) expect(line).toBe('never');
  };
  await expect(read()).rejects.toThrow('too long');
  expect(given).toBeLessThan(20);
});
