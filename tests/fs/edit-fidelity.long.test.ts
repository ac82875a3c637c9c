import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyCharacter } from '../lib/any-character.js';
import { fsTools } from './fs-tools.js';

/** `LOADOUT_RUNS=5000 npx vitest run tests/fs/edit-fidelity.test.ts` is the long run. */
const numRuns = Number(process.env.LOADOUT_RUNS ?? 100);

/** Any character that a line of text may contain. A null byte would make the file binary. */
const character = fc
  .oneof(anyCharacter, fc.constantFrom('a', ' ', '\t', '$', '&', '\\', 'é', '😀'))
  .filter((one) => !'\0\r\n'.includes(one));
const textOf = (unit: fc.Arbitrary<string>, minLength = 0) => fc.string({ unit, minLength, maxLength: 30 });
/** Line feeds stand for the line ending of the file. */
const text = textOf(fc.oneof({ weight: 5, arbitrary: character }, { weight: 1, arbitrary: fc.constant('\n') }));
const mixed = textOf(fc.oneof({ weight: 5, arbitrary: character }, fc.constantFrom('\n', '\r\n')));
const some = text.filter((one) => one !== '');

const FORMATS = ['utf-8', 'utf-8 with mark', 'utf-16le', 'utf-16be'] as const;
const format = fc.constantFrom(...FORMATS);
const lineEnd = fc.constantFrom('\n', '\r\n');

function encode(content: string, as: (typeof FORMATS)[number]): Buffer {
  if (as === 'utf-8') return Buffer.from(content);
  const marked = `\ufeff${content}`;
  if (as === 'utf-8 with mark') return Buffer.from(marked);
  return as === 'utf-16le' ? Buffer.from(marked, 'utf16le') : Buffer.from(marked, 'utf16le').swap16();
}

const ending = (content: string, end: string) => content.replaceAll('\n', end);

function countOf(content: string, part: string): number {
  let count = 0;
  for (let at = content.indexOf(part); at !== -1; at = content.indexOf(part, at + 1)) count += 1;
  return count;
}

describe('fidelity', () => {
  let tools: Awaited<ReturnType<typeof fsTools>>;
  beforeAll(async () => {
    tools = await fsTools({ readBeforeWrite: 'off' });
  });
  afterAll(() => tools.dispose());

  const edit = async (old_string: string, new_string: string) => {
    const { isError, content } = await tools.call('Edit', { old_string, new_string });
    expect(isError, content).toBe(false);
  };

  it('Edit changes the match and no other byte, in every encoding and line ending (TOOL-EDIT-04, TOOL-EDIT-06)', async () => {
    await fc.assert(
      fc.asyncProperty(text, some, text, text, format, lineEnd, async (above, old, below, fresh, as, end) => {
        const whole = ending(above + old + below, end);
        fc.pre(!whole.startsWith('\ufeff') && old !== fresh && countOf(above + old + below, old) === 1);
        tools.put(encode(whole, as));
        await edit(old, fresh);
        const written = whole.includes(end) ? ending(fresh, end) : fresh;
        expect(tools.bytes()).toEqual(encode(ending(above, end) + written + ending(below, end), as));
      }),
      { numRuns },
    );
  });

  it('Edit there and back gives the same bytes (TOOL-EDIT-06)', async () => {
    await fc.assert(
      fc.asyncProperty(text, some, text, some, format, lineEnd, async (above, old, below, fresh, as, end) => {
        const whole = ending(above + old + below, end);
        fc.pre(!whole.startsWith('\ufeff') && !(above + fresh).startsWith('\ufeff') && old !== fresh);
        fc.pre(countOf(above + old + below, old) === 1 && countOf(above + fresh + below, fresh) === 1);
        // A file without a line ending no longer tells which line ending it uses.
        fc.pre(end === '\n' || (above + below).includes('\n'));
        const before = encode(whole, as);
        tools.put(before);
        await edit(old, fresh);
        await edit(fresh, old);
        expect(tools.bytes()).toEqual(before);
      }),
      { numRuns },
    );
  });

  it('Edit leaves mixed line endings around the match as they are (TOOL-EDIT-06)', async () => {
    await fc.assert(
      fc.asyncProperty(mixed, textOf(character, 1), mixed, text, format, async (above, old, below, fresh, as) => {
        const whole = above + old + below;
        fc.pre(!whole.startsWith('\ufeff') && old !== fresh && countOf(whole, old) === 1);
        tools.put(encode(whole, as));
        await edit(old, fresh);
        const after = tools.bytes();
        const [start, rest] = [encode(above, as), encode(below, as).subarray(encode('', as).length)];
        expect(after.subarray(0, start.length)).toEqual(start);
        expect(after.subarray(after.length - rest.length)).toEqual(rest);
      }),
      { numRuns },
    );
  });

  it('Write puts any text on disk as it is, and Read gives it back (TOOL-WRITE-01, TOOL-READ-02)', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (content) => {
        fc.pre(!content.startsWith('\ufeff'));
        const written = await tools.call('Write', { content });
        expect(written.isError, written.content).toBe(false);
        expect(tools.bytes()).toEqual(Buffer.from(content));
        const read = (await tools.call('Read', {})).structuredContent as { file: { content: string } };
        expect(read.file.content).toBe(content.replace(/\n$/, ''));
      }),
      { numRuns },
    );
  });
});
