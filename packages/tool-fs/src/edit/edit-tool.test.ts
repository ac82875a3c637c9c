import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';

const text = (bench: Bench) => readFileSync(join(bench.folder, 'a.txt'), 'utf8');
const put = (bench: Bench, content: string | Buffer) => writeFileSync(join(bench.folder, 'a.txt'), content);
const edit = (bench: Bench, old_string: string, new_string: string, more: object = {}) =>
  bench.call('Edit', { file_path: 'a.txt', old_string, new_string, ...more });

async function withReadFile(content: string | Buffer): Promise<Bench> {
  const bench = await setUp();
  put(bench, content);
  await bench.call('Read', { file_path: 'a.txt' });
  return bench;
}

describe('Edit', () => {
  it('replaces one place and shows the lines around it (TOOL-EDIT-01)', async () => {
    const bench = await withReadFile('one\ntwo\nthree\n');
    const result = await edit(bench, 'two', 'TWO\nand a half');
    const filePath = join(bench.folder, 'a.txt');
    expect(result.content).toBe(`Edited ${filePath}.\n1\tone\n2\tTWO\n3\tand a half\n4\tthree`);
    expect(text(bench)).toBe('one\nTWO\nand a half\nthree\n');
    expect(result.structured).toEqual({
      filePath,
      oldString: 'two',
      newString: 'TWO\nand a half',
      originalFile: 'one\ntwo\nthree\n',
      structuredPatch: [
        { oldStart: 1, oldLines: 3, newStart: 1, newLines: 4, lines: [' one', '-two', '+TWO', '+and a half', ' three'] },
      ],
      unifiedDiff: `--- ${filePath}\n+++ ${filePath}\n@@ -1,3 +1,4 @@\n one\n-two\n+TWO\n+and a half\n three\n`,
      userModified: false,
      replaceAll: false,
    });
  });

  it('refuses equal strings, a string that is not there, and one that is there more than once (TOOL-EDIT-02)', async () => {
    const bench = await withReadFile('a b a\n');
    expect((await edit(bench, 'a', 'a')).content).toContain('must differ');
    expect((await edit(bench, 'zzz', 'x')).content).toContain('was not found');
    expect((await edit(bench, 'a', 'x')).content).toContain('appears 2 times');
    expect(text(bench)).toBe('a b a\n');
  });

  it('replaces all places when told to', async () => {
    const bench = await withReadFile('a b a\n');
    const result = await edit(bench, 'a', 'aa', { replace_all: true });
    expect(result.content).toContain('(2 replacements; the first is shown)');
    expect(text(bench)).toBe('aa b aa\n');
  });

  it.each(['a$&b', '$1', '$$', "$'", '$`'])('puts %s in literally (TOOL-EDIT-04)', async (replacement) => {
    const bench = await withReadFile('x old y');
    await edit(bench, 'old', replacement);
    expect(text(bench)).toBe(`x ${replacement} y`);
  });

  it('needs the file to have been read (TOOL-EDIT-03)', async () => {
    const bench = await setUp();
    put(bench, 'old');
    expect((await edit(bench, 'old', 'new')).content).toContain('Read it first');
  });

  it('edits a changed file where the text is unmistakable, and says so (TOOL-EDIT-03)', async () => {
    const bench = await withReadFile('one\ntwo\n');
    put(bench, 'zero\none\ntwo\n');
    const result = await edit(bench, 'two', '2');
    expect(result.content).toContain('It had been modified since it was read; the other changes in it were kept.');
    expect(text(bench)).toBe('zero\none\n2\n');
  });

  it('refuses a changed file where the text is not unmistakable, even for all places', async () => {
    const bench = await withReadFile('one\n');
    put(bench, 'one\none\n');
    expect((await edit(bench, 'one', '1', { replace_all: true })).content).toContain('was modified since it was read');
    expect((await edit(bench, 'gone', '1')).content).toContain('The file has changed since it was read.');
  });

  it('edits without a read when told so (CON-12)', async () => {
    const bench = await setUp({ readBeforeWrite: 'relaxed' });
    put(bench, 'old');
    expect((await edit(bench, 'old', 'new')).isError).toBe(false);
    put(bench, 'old');
    expect((await bench.call('Write', { file_path: 'a.txt', content: 'x' })).isError).toBe(true);
  });

  it('may follow an edit or a write without a new read', async () => {
    const bench = await setUp();
    await bench.call('Write', { file_path: 'a.txt', content: 'one' });
    await edit(bench, 'one', 'two');
    expect((await edit(bench, 'two', 'three')).isError).toBe(false);
    expect(text(bench)).toBe('three');
  });

  it('creates a missing file from an empty old_string, and fills an empty one (TOOL-EDIT-05)', async () => {
    const bench = await setUp();
    expect((await edit(bench, '', 'new\n')).content).toContain('Created');
    expect(text(bench)).toBe('new\n');
    expect((await edit(bench, '', 'more')).content).toContain('exists and is not empty');
    put(bench, '');
    expect((await edit(bench, '', 'filled')).isError).toBe(false);
    expect(text(bench)).toBe('filled');
  });

  it('names a missing file and the nearest one', async () => {
    const bench = await setUp();
    put(bench, 'x');
    const result = await bench.call('Edit', { file_path: 'b.txt', old_string: 'x', new_string: 'y' });
    expect(result.content).toContain(`File not found: ${join(bench.folder, 'b.txt')}. Did you mean`);
  });

  it('keeps CRLF line ends, also for an old text given with LF (TOOL-EDIT-06)', async () => {
    const bench = await withReadFile('one\r\ntwo\r\nthree\r\n');
    expect((await edit(bench, 'one\ntwo', 'eins\nzwei\ndrei')).isError).toBe(false);
    expect(text(bench)).toBe('eins\r\nzwei\r\ndrei\r\nthree\r\n');
    await edit(bench, 'three', 'vier\nfünf');
    expect(text(bench)).toBe('eins\r\nzwei\r\ndrei\r\nvier\r\nfünf\r\n');
  });

  it('keeps LF in a file with LF, and a missing line end at the end (TOOL-EDIT-06)', async () => {
    const bench = await withReadFile('one\ntwo');
    await edit(bench, 'one\r\ntwo', '1\r\n2');
    expect(text(bench)).toBe('1\n2');
  });

  it('keeps a byte order mark and UTF-16 (TOOL-EDIT-06)', async () => {
    const marked = await withReadFile('\ufeffold');
    await edit(marked, 'old', 'new');
    expect(text(marked)).toBe('\ufeffnew');
    const wide = await withReadFile(Buffer.from('\ufeffold é', 'utf16le').swap16());
    await edit(wide, 'old', 'new');
    expect(readFileSync(join(wide.folder, 'a.txt')).swap16().toString('utf16le')).toBe('\ufeffnew é');
  });

  it('refuses a file whose bytes it could not write back (TOOL-EDIT-06)', async () => {
    const damaged = Buffer.from('caf\xc3\xa9 \xe9 \xc3\xa9 old', 'latin1');
    const bench = await withReadFile(damaged);
    expect((await edit(bench, 'old', 'new')).content).toContain('neither UTF-8 nor UTF-16');
    expect(readFileSync(join(bench.folder, 'a.txt'))).toEqual(damaged);
  });

  it('names the place of a text that differs only in whitespace, or is most similar (TOOL-EDIT-07)', async () => {
    const bench = await withReadFile('start\n  if (x) {\n\treturn one;\n  }\nend\n');
    expect((await edit(bench, 'if (x) {\n    return one;', 'y')).content).toContain('at line 2 differs only in whitespace');
    expect((await edit(bench, 'return ones;', 'y')).content).toContain('The closest match is at line 3: "\\treturn one;"');
    expect((await edit(bench, 'nothing like this at all', 'y')).content).not.toContain('closest');
  });

  it('shows the whitespace of both sides where they differ (TOOL-EDIT-07)', async () => {
    const bench = await withReadFile('start\n  if (x) {\n\treturn one;\n  }\nend\n');
    const { content } = await edit(bench, '  if (x) {\n    return one;', 'y');
    expect(content).toContain('Line 3 is "\\treturn one;", old_string has "    return one;".');
  });

  it.each([
    ['the line numbers of Read', '2\ttwo "2"\n3\tthree — 3', 'without the line numbers'],
    ['other marks behind the numbers', '     2→two "2"\n     3→three — 3', 'without the line numbers'],
    ['escapes for line breaks and quotes', 'two \\"2\\"\\nthree', 'with real line breaks and quotes'],
    ['entities', 'two &quot;2&quot;', 'with the characters themselves'],
    ['blank space around it', '\n  two "2"  ', 'without the blank space around it'],
    ['typographic quotes', 'two “2”', 'with other quotes, dashes or spaces: "two \\"2\\""'],
    ['a plain dash', 'three - 3', 'It stands at line 3 with other quotes, dashes or spaces'],
    ['another Unicode form', 'vie\u0300r', 'in its composed Unicode form'],
    ['an edit that was made before', 'old text', 'new_string stands at line 2 already'],
  ])('recognises %s in old_string, says so, and changes nothing (TOOL-EDIT-07)', async (_slip, oldString, hint) => {
    const whole = 'one\ntwo "2"\nthree — 3\nvi\u00e8r\n';
    const bench = await withReadFile(whole);
    const result = await edit(bench, oldString, 'two "2"\nthree');
    expect(result.isError).toBe(true);
    expect(result.content).toContain(hint);
    expect(text(bench)).toBe(whole);
  });

  it('leaves no half of a line end behind (TOOL-EDIT-06)', async () => {
    const bench = await withReadFile('one\r\ntwo\r\n');
    await edit(bench, '\ntwo', ' 2');
    expect(text(bench)).toBe('one 2\r\n');
  });

  it('counts places that overlap: which one is meant is not clear (TOOL-EDIT-02)', async () => {
    const bench = await withReadFile('aaa');
    expect((await edit(bench, 'aa', 'b')).content).toContain('appears 2 times');
    await edit(bench, 'aa', 'b', { replace_all: true });
    expect(text(bench)).toBe('ba');
  });

  it('refuses half a character, which no file can hold', async () => {
    const bench = await withReadFile('😀');
    expect((await edit(bench, '\ude00', 'x')).content).toContain('old_string holds half of a surrogate pair (\\ude00');
    expect((await edit(bench, '😀', '\ud83d')).content).toContain('new_string holds half of a surrogate pair');
    expect(text(bench)).toBe('😀');
  });

  it('gives the change as hunks and as a unified diff, counted in the whole file (TOOL-EDIT-06)', async () => {
    const lines = Array.from({ length: 5000 }, (_, index) => `line ${index + 1}\n`);
    const bench = await withReadFile(lines.join(''));
    const { structured } = await edit(bench, 'line 4000\n', '');
    expect(structured.structuredPatch).toMatchObject([{ oldStart: 3997, oldLines: 7, newStart: 3997, newLines: 6 }]);
    expect(structured.unifiedDiff).toContain(
      '@@ -3997,7 +3997,6 @@\n line 3997\n line 3998\n line 3999\n-line 4000\n line 4001\n',
    );
  });

  it('touches nothing when it was cancelled before it started', async () => {
    const bench = await withReadFile('old');
    bench.abort.abort();
    expect((await edit(bench, 'old', 'new')).content).toContain('cancelled');
    expect(text(bench)).toBe('old');
  });
});
