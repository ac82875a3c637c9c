import { execFileSync } from 'node:child_process';
import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';
import { contextWith } from '../testing/context-with.js';

async function tree(files: Readonly<Record<string, string>>): Promise<Bench> {
  const bench = await setUp();
  for (const [name, content] of Object.entries(files)) {
    const path = join(bench.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return bench;
}

const SAMPLE = {
  'a.txt': 'one\nfoo here\nthree\nfour\nfive\nfoo again\nseven\n',
  'src/b.ts': 'const Foo = 1;\n',
  'src/c.js': 'foo();\n',
};

describe('Grep', () => {
  it('lists files by default, newest first (TOOL-GREP-01)', async () => {
    const bench = await tree(SAMPLE);
    utimesSync(join(bench.folder, 'src/c.js'), 2_000_000_000, 2_000_000_000);
    const { content, structured } = await bench.call('Grep', { pattern: 'foo' });
    expect(content).toBe('src/c.js\na.txt');
    expect(structured).toEqual({ mode: 'files_with_matches', numFiles: 2, filenames: ['src/c.js', 'a.txt'] });
  });

  it('shows path:line:text (TOOL-GREP-03)', async () => {
    const bench = await tree(SAMPLE);
    const { content, structured } = await bench.call('Grep', { pattern: 'foo', output_mode: 'content' });
    expect(content).toBe('a.txt:2:foo here\na.txt:6:foo again\nsrc/c.js:1:foo();');
    expect(structured).toEqual({ mode: 'content', numFiles: 2, filenames: ['a.txt', 'src/c.js'], content, numLines: 3 });
  });

  it.each([
    ['-i', { '-i': true, glob: '*.ts' }, 'src/b.ts:1:const Foo = 1;'],
    ['-n false', { '-n': false, type: 'js' }, 'src/c.js:foo();'],
    ['-o', { '-o': true, path: 'a.txt' }, 'a.txt:2:foo\na.txt:6:foo'],
    ['glob with braces', { glob: '*.{js,ts}' }, 'src/c.js:1:foo();'],
    ['path of a folder', { path: 'src' }, 'src/c.js:1:foo();'],
    ['path of a file', { path: './src/c.js' }, 'src/c.js:1:foo();'],
  ])('knows %s (TOOL-GREP-01)', async (_, input, expected) => {
    const bench = await tree(SAMPLE);
    expect((await bench.call('Grep', { pattern: 'foo', output_mode: 'content', ...input })).content).toBe(expected);
  });

  it('marks context with -, groups with --, and repeats no line (TOOL-GREP-03)', async () => {
    const bench = await tree(SAMPLE);
    const around = { pattern: 'foo', output_mode: 'content', path: 'a.txt' };
    const apart = 'a.txt-1-one\na.txt:2:foo here\na.txt-3-three\n--\na.txt-5-five\na.txt:6:foo again\na.txt-7-seven';
    expect((await bench.call('Grep', { ...around, '-C': 1 })).content).toBe(apart);
    expect((await bench.call('Grep', { ...around, context: 1 })).content).toBe(apart);
    const joined = await bench.call('Grep', { ...around, '-A': 2, '-B': 2, '-n': false });
    expect(joined.content.split('\n')).toHaveLength(7);
    expect((await bench.call('Grep', { ...around, '-C': 1, context: 2 })).content).toContain(
      'is given twice with different values',
    );
  });

  it('counts, with a total over all files also when it shows few (TOOL-GREP-04)', async () => {
    const bench = await tree(SAMPLE);
    const { content, structured } = await bench.call('Grep', { pattern: 'foo', output_mode: 'count', head_limit: 1 });
    expect(content).toBe('a.txt:2\n(3 matching lines in 2 files in all)\n(Limited to 1 entries. Go on with offset 1.)');
    expect(structured).toMatchObject({ mode: 'count', numFiles: 1, numMatches: 3, appliedLimit: 1 });
  });

  it('stops at the limit and goes on from the offset, page by page without gap or repeat', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`d${index % 7}/f${index}.txt`, `hit ${index}\n`.repeat(5)]),
    );
    const bench = await tree(files);
    const pages: string[] = [];
    for (let offset = 0; offset < 200; offset += 60) {
      const page = await bench.call('Grep', { pattern: 'hit', output_mode: 'content', head_limit: 60, offset });
      pages.push(...page.content.split('\n').filter((line) => !line.startsWith('(')));
    }
    expect(new Set(pages).size).toBe(200);
    const all = await bench.call('Grep', { pattern: 'hit', output_mode: 'content', head_limit: 0 });
    expect(new Set(all.content.split('\n'))).toEqual(new Set(pages));
    const past = await bench.call('Grep', { pattern: 'hit', output_mode: 'content', offset: 200 });
    expect(past).toMatchObject({ content: 'No entries at this offset.', isError: false });
  });

  it('shows 250 entries by default', async () => {
    const bench = await tree({ 'a.txt': 'x\n'.repeat(1000) });
    const { structured, content } = await bench.call('Grep', { pattern: 'x', output_mode: 'content' });
    expect(structured).toMatchObject({ numLines: 250, appliedLimit: 250 });
    expect(content).toContain('(Limited to 250 entries. Go on with offset 250.)');
  });

  it('says that nothing matched, which is no error', async () => {
    const bench = await tree(SAMPLE);
    expect(await bench.call('Grep', { pattern: 'zzz' })).toMatchObject({ content: 'No matches found.', isError: false });
  });

  it.each([
    [{ pattern: '(' }, 'unclosed group'],
    [{ pattern: 'a', glob: '{' }, 'unclosed alternate group'],
    [{ pattern: 'a', type: 'nonsense' }, 'unrecognized file type'],
  ])('gives the diagnostic for %j (TOOL-GREP-05)', async (input, diagnostic) => {
    const bench = await tree(SAMPLE);
    const result = await bench.call('Grep', input);
    expect(result.isError).toBe(true);
    expect(result.content).toContain(diagnostic);
  });

  it('matches over line ends when told to (TOOL-GREP-06)', async () => {
    const bench = await tree(SAMPLE);
    const input = { pattern: 'foo here.three', output_mode: 'content' };
    expect((await bench.call('Grep', input)).content).toBe('No matches found.');
    expect((await bench.call('Grep', { ...input, multiline: true })).content).toBe('a.txt:2:foo here\na.txt:3:three');
  });

  it('takes a pattern, glob, type or path that begins with a hyphen as what it is (TOOL-GREP-07)', async () => {
    const bench = await tree({ 'a.txt': '-foo --pre=x\n', '-e.txt': '-foo\n' });
    const found = await bench.call('Grep', { pattern: '-foo', output_mode: 'content', path: '-e.txt' });
    expect(found.content).toBe('-e.txt:1:-foo');
    expect((await bench.call('Grep', { pattern: '--pre=x' })).content).toBe('a.txt');
    expect((await bench.call('Grep', { pattern: 'foo', glob: '--pre=touch' })).content).toBe('No matches found.');
  });

  it('respects .gitignore also outside a repository, and searches hidden files but not .git (TOOL-GREP-02)', async () => {
    const bench = await tree({ '.gitignore': 'out/\n', 'out/x': 'foo', '.env': 'foo', '.git/config': 'foo' });
    expect((await bench.call('Grep', { pattern: 'foo' })).content).toBe('.env');
  });

  it('shows absolute paths for what lies outside the working directory, and declares the real path', async () => {
    const bench = await tree(SAMPLE);
    const permitted = [{ kind: 'read', path: bench.folder }] as const;
    const context = contextWith(bench.context, { cwd: join(bench.folder, 'src'), permitted });
    const result = await (bench.tool('Grep').call as (...args: unknown[]) => Promise<{ content: string }>)(
      { pattern: 'foo', path: '..', glob: 'a.txt' },
      context,
    );
    expect(result.content).toBe(join(bench.folder, 'a.txt'));
    expect(await bench.tool('Grep').access?.({ pattern: 'x', path: '..' } as never, context)).toEqual([
      { kind: 'read', path: bench.folder },
    ]);
  });

  it('refuses a missing path and a FIFO', async () => {
    const bench = await tree(SAMPLE);
    execFileSync('mkfifo', [join(bench.folder, 'pipe')]);
    expect((await bench.call('Grep', { pattern: 'x', path: 'nope' })).content).toContain('does not exist');
    expect((await bench.call('Grep', { pattern: 'x', path: 'pipe' })).content).toContain('is a FIFO');
  });

  it('cuts endless lines', async () => {
    const bench = await tree({ 'min.js': `foo${'x'.repeat(100_000)}\n` });
    const { content } = await bench.call('Grep', { pattern: 'foo', output_mode: 'content' });
    expect(content.length).toBeLessThan(2200);
  });
});
