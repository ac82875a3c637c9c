import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';
import { contextWith } from '../testing/context-with.js';

async function tree(files: readonly string[], options: Record<string, unknown> = {}): Promise<Bench> {
  const bench = await setUp(options);
  for (const [age, name] of files.entries()) {
    const path = join(bench.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    utimesSync(path, 2_000_000_000 - age, 2_000_000_000 - age);
  }
  return bench;
}

async function names(bench: Bench, input: object): Promise<readonly string[]> {
  const { structured } = await bench.call('Glob', input);
  return (structured.filenames as string[]).map((path) => relative(bench.folder, path));
}

const NOBODY = 65_534;

/** Calls as a user other than root, because root may list every folder. */
async function asNobody<T>(folder: string, call: () => Promise<T>): Promise<T> {
  if (process.geteuid?.() !== 0) return call();
  for (const open of [dirname(folder), folder]) chmodSync(open, 0o755);
  process.seteuid?.(NOBODY);
  try {
    return await call();
  } finally {
    process.seteuid?.(0);
  }
}

describe('Glob', () => {
  it('lists absolute paths, newest first (TOOL-GLOB-01)', async () => {
    const bench = await tree(['new.ts', 'sub/middle.ts', 'old.ts']);
    const { content, structured } = await bench.call('Glob', { pattern: '**/*.ts' });
    const paths = ['new.ts', 'sub/middle.ts', 'old.ts'].map((name) => join(bench.folder, name));
    expect(content).toBe(paths.join('\n'));
    expect(structured).toMatchObject({ numFiles: 3, filenames: paths, truncated: false, totalMatches: 3, countIsComplete: true });
  });

  it.each([
    ['**/*.{ts,tsx}', ['a.ts', 'src/b.tsx', 'src/deep/ba.ts']],
    ['**/a.ts', ['a.ts']],
    ['*.ts', ['a.ts']],
    ['src/*', ['src/b.tsx', 'src/c.js']],
    ['./src/**/*.ts', ['src/deep/ba.ts']],
    ['src/[a-b].tsx', ['src/b.tsx']],
    ['src/deep/?a.ts', ['src/deep/ba.ts']],
    ['src/c.js', ['src/c.js']],
    ['src/{deep/ba.ts,c.js}', ['src/c.js', 'src/deep/ba.ts']],
    ['!**/*.ts', ['src/b.tsx', 'src/c.js', '.hidden/d.md']],
    ['src/!(b).{tsx,js}', ['src/c.js']],
    ['**/*.md', ['.hidden/d.md']],
    ['nothing/**', []],
  ])('reads %s as a glob (TOOL-GLOB-02)', async (pattern, expected) => {
    const bench = await tree(['a.ts', 'src/b.tsx', 'src/c.js', 'src/deep/ba.ts', '.hidden/d.md']);
    expect(await names(bench, { pattern })).toEqual(expected);
  });

  it('takes an absolute pattern, and one that leaves the working directory, and declares where it looks', async () => {
    const bench = await tree(['src/a.ts', 'other/b.ts']);
    expect(await names(bench, { pattern: join(bench.folder, 'other/*.ts') })).toEqual(['other/b.ts']);
    expect(await names(bench, { pattern: '../other/*.ts', path: 'src' })).toEqual(['other/b.ts']);
    const access = await bench.tool('Glob').access?.({ pattern: '../../**', path: 'src' } as never, bench.context);
    expect(access).toEqual([{ kind: 'read', path: dirname(bench.folder) }]);
  });

  it('leaves dotfiles out when told to (TOOL-GLOB-02)', async () => {
    const bench = await tree(['.hidden/d.md', 'a.md'], { dotfiles: false });
    expect(await names(bench, { pattern: '**/*.md' })).toEqual(['a.md']);
  });

  it('shows 100 and says how many there are (TOOL-GLOB-03, CON-43)', async () => {
    const bench = await tree(Array.from({ length: 120 }, (_, index) => `f${index}.txt`));
    const { content, structured } = await bench.call('Glob', { pattern: '*.txt' });
    expect(content).toContain('(truncated, 120 total: the newest 100 are shown.');
    expect(structured).toMatchObject({ numFiles: 100, truncated: true, totalMatches: 120 });
  });

  it('reports no match, a missing folder, and a path that is not a folder (TOOL-GLOB-03)', async () => {
    const bench = await tree(['a.ts']);
    expect(await bench.call('Glob', { pattern: '*.py' })).toMatchObject({ content: 'No files matched.', isError: false });
    const missing = await bench.call('Glob', { pattern: '*', path: 'nope' });
    expect(missing).toMatchObject({ isError: true });
    expect(missing.content).toContain(`${join(bench.folder, 'nope')} does not exist`);
    expect((await bench.call('Glob', { pattern: '*', path: 'a.ts' })).content).toContain('is a file; a directory is needed');
    expect((await bench.call('Glob', { pattern: 'a\0' })).content).toContain('null byte');
  });

  it('skips .git and node_modules unless the pattern names them (TOOL-GLOB-04)', async () => {
    const bench = await tree(['a.js', 'node_modules/x/b.js', '.git/c.js', 'sub/node_modules/d.js']);
    expect(await names(bench, { pattern: '**/*.js' })).toEqual(['a.js']);
    expect(await names(bench, { pattern: 'node_modules/**/*.js' })).toEqual(['node_modules/x/b.js']);
  });

  it('lists what .gitignore names (TOOL-GLOB-04)', async () => {
    const bench = await tree(['ignored.log']);
    writeFileSync(join(bench.folder, '.gitignore'), '*.log\n');
    expect(await names(bench, { pattern: '*.log' })).toEqual(['ignored.log']);
  });

  it('does not follow links to folders', async () => {
    const bench = await tree(['real/a.ts']);
    symlinkSync('/', join(bench.folder, 'root'));
    symlinkSync('real/a.ts', join(bench.folder, 'b.ts'));
    expect([...(await names(bench, { pattern: '**/*.ts' }))].sort()).toEqual(['b.ts', 'real/a.ts']);
  });

  it('ends with an error when a pattern takes too long on a name', async () => {
    const bench = await tree([`${'a'.repeat(60)}.ts`]);
    const { isError, content } = await bench.call('Glob', { pattern: '**/(a+)+$' });
    expect([isError, content]).toEqual([true, expect.stringMatching(/^The pattern .* takes too long/)]);
  });

  it('skips a line of an ignore file that takes too long on a name, and holds to the others', async () => {
    const bench = await tree(['a'.repeat(250), 'b'], { respectGitignore: true });
    writeFileSync(join(bench.folder, '.gitignore'), `${'*a'.repeat(12)}*c\nb\n`);
    expect(await names(bench, { pattern: '*[ab]' })).toEqual(['a'.repeat(250)]);
  });

  it('ends with an error when it is interrupted', async () => {
    const bench = await tree(['a.ts']);
    bench.abort.abort();
    expect((await bench.call('Glob', { pattern: '**' })).content).toContain('interrupted');
  });
});

describe('Glob on odd trees', () => {
  it('leaves out what ignore files name when told to (TOOL-GLOB-04)', async () => {
    const bench = await tree(['a.log', 'keep.log', 'sub/b.log', 'out/x.log', 'sub/c.txt'], { respectGitignore: true });
    writeFileSync(join(bench.folder, '.gitignore'), '*.log\n!keep.log\nout/\n');
    writeFileSync(join(bench.folder, 'sub/.gitignore'), 'c.txt\n!b.log\n');
    expect([...(await names(bench, { pattern: '**/*.{log,txt}' }))].sort()).toEqual(['keep.log', 'sub/b.log']);
    expect(await names(bench, { pattern: '*.log', path: 'out' })).toEqual([]);
  });

  it('shows one path as one line, whatever is in its name', async () => {
    const bench = await tree(['a\nb.txt', '\u001b[2J.txt']);
    const { content, structured } = await bench.call('Glob', { pattern: '*.txt' });
    expect(content.split('\n')).toEqual([
      `${bench.folder}/a\\nb.txt`,
      `${bench.folder}/\\u{1b}[2J.txt`,
      '(Control characters in names are shown as escape sequences, such as \\n.)',
    ]);
    expect(structured.filenames).toContain(join(bench.folder, 'a\nb.txt'));
  });

  it('lists files under a folder whose name has a line feed', async () => {
    const bench = await tree(['a\nb/c.ts', '\nd.ts']);
    expect(await names(bench, { pattern: '**/*.ts' })).toEqual(['a\nb/c.ts', '\nd.ts']);
  });

  it('lists no link that leads out, to a folder, or to nothing', async () => {
    const bench = await tree(['sub/a.ts']);
    symlinkSync('/etc/passwd', join(bench.folder, 'out.ts'));
    symlinkSync('.', join(bench.folder, 'loop.ts'));
    symlinkSync('gone', join(bench.folder, 'gone.ts'));
    symlinkSync('../sub/a.ts', join(bench.folder, 'sub/in.ts'));
    expect([...(await names(bench, { pattern: '**/*.ts' }))].sort()).toEqual(['sub/a.ts', 'sub/in.ts']);
  });

  it('keeps few of many files in memory, also of a folder that is read in parts (TOOL-GLOB-03)', async () => {
    const bench = await setUp({ globLimit: 3 });
    // Long names make the folder large for the system with few files.
    const long = 'x'.repeat(240);
    for (let index = 0; index < 4500; index++) writeFileSync(join(bench.folder, `${long}${index}`), '');
    for (const [age, name] of ['c', 'b', 'a'].entries())
      utimesSync(join(bench.folder, `${long}${age}`), 2_000_000_000 + age, 2_000_000_000 + name.length);
    const { structured } = await bench.call('Glob', { pattern: '*' });
    expect(structured).toMatchObject({ numFiles: 3, truncated: true, totalMatches: 4500 });
  });

  it('says how many folders could not be listed, also of a folder that is read in parts, and lists the others', async () => {
    const bench = await setUp();
    const long = 'x'.repeat(240);
    mkdirSync(join(bench.folder, 'closed'));
    for (let index = 0; index < 4500; index++) writeFileSync(join(bench.folder, 'closed', `${long}${index}`), '');
    writeFileSync(join(bench.folder, 'a.ts'), '');
    chmodSync(join(bench.folder, 'closed'), 0o311);
    const { content } = await asNobody(bench.folder, () => bench.call('Glob', { pattern: '**/*' }));
    expect(content).toBe(`${join(bench.folder, 'a.ts')}\n(1 folder could not be listed.)`);
  });

  it('counts a folder whose names can be listed and whose files cannot be looked at, and lists the others', async () => {
    const bench = await tree(['a.ts', 'names/b.ts', 'names/sub/c.ts', 'names/d.ts']);
    symlinkSync(join(bench.folder, 'names/b.ts'), join(bench.folder, 'link.ts'));
    chmodSync(join(bench.folder, 'names'), 0o744);
    for (const pattern of ['**/*.ts', '**/{a,b,c,d}.ts']) {
      const { content } = await asNobody(bench.folder, () => bench.call('Glob', { pattern }));
      expect(content).toBe(`${join(bench.folder, 'a.ts')}\n(2 folders could not be listed.)`);
    }
  });

  it('lists the permitted path, not the one to which its name now leads', async () => {
    const bench = await tree(['inside/a.ts', 'other/b.ts']);
    const permitted = await bench.tool('Glob').access?.({ pattern: 'inside/*' } as never, bench.context);
    renameSync(join(bench.folder, 'inside'), join(bench.folder, 'moved'));
    symlinkSync('other', join(bench.folder, 'inside'));
    const call = bench.tool('Glob').call as (...args: unknown[]) => Promise<unknown>;
    await expect(call({ pattern: 'inside/*' }, contextWith(bench.context, { permitted: permitted ?? [] }))).rejects.toMatchObject(
      {
        code: 'FILE_PATH_MOVED',
      },
    );
  });
});
