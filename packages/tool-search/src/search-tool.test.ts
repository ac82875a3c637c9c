import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Access, Tool } from '@loadout/core';
import { callTool, mountPlugin, type TestContextOptions, testContext } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import plugin from './index.js';
import type { SourceOptions } from './options.js';

const DOCS: SourceOptions = { name: 'docs', paths: ['docs/**/*.md'], description: 'The handbook' };

interface Bench {
  readonly sources?: readonly SourceOptions[];
  readonly refreshSeconds?: number;
  readonly maxFiles?: number;
}

/** A folder with files, and runs of one user in it. */
function folder(files: Readonly<Record<string, string>>, { sources = [DOCS], refreshSeconds = 0, maxFiles = 100 }: Bench = {}) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'search-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const work = join(base, 'work');
  const stateDir = join(base, 'state');
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(work, name)), { recursive: true });
    writeFileSync(join(work, name), text);
  };
  mkdirSync(work);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const options = { sources, refreshSeconds, maxFiles };
  const run = async (given: TestContextOptions = {}) => {
    const { tools = [] } = await mountPlugin(plugin, { options, configDir: work, stateDir });
    const context = testContext({ cwd: work, roots: [work], ...given });
    onTestFinished(() => context.dispose());
    return async (query: string, more: object = {}, decided?: readonly Access[]) => {
      const [tool] = tools as readonly Tool<object>[];
      if (tool === undefined) throw new Error('there is no tool');
      const access = (await tool.access?.({ query, ...more }, context)) ?? [];
      const given = decided === undefined ? tool : { ...tool, access: () => decided };
      const { content, isError, structuredContent } = await callTool(given, { query, ...more }, context);
      const { passages = [] } = (structuredContent ?? {}) as { passages?: readonly { path: string; from: number }[] };
      return { content, isError, access, files: passages.map(({ path }) => path.slice(work.length + 1)) };
    };
  };
  const indexFile = () => join(stateDir, 'indexes', readdirSync(join(stateDir, 'indexes'))[0] ?? '');
  return { base, work, write, run, indexFile };
}

const RULES = '# Rules\n\nIntro.\n\n## Deny rules\n\nA deny rule wins over an allow rule.\n';

describe('a search', () => {
  it('shows the file, the lines and the headings of what it finds, so that Read can go on there', async () => {
    const { run } = folder({ 'docs/rules.md': RULES, 'docs/other.md': '# Other\n\nNothing of that.\n' });
    const search = await run();
    expect((await search('which deny rule wins')).content.split('\n\n')[0]).toBe(
      'docs/rules.md:5-8  Rules > Deny rules\n5\t## Deny rules\n6\t\n7\tA deny rule wins over an allow rule.\n8\t',
    );
    expect((await search('xylophone')).content).toBe('No passage in 2 files has a word of "xylophone". Try other words.');
  });

  it('finds a name by its whole and by its parts', async () => {
    const { run } = folder({
      'docs/a.md': 'Call readFileSync with agent.config.yaml and max_turns.',
      'docs/b.md': 'Other words.',
    });
    const search = await run();
    for (const query of ['readFileSync', 'read file', 'agent.config.yaml', 'config', 'maxTurns', 'TURNS'])
      expect((await search(query)).files).toEqual(['docs/a.md']);
  });

  it('finds words of scripts without spaces', async () => {
    const { run } = folder({ 'docs/a.md': '設定ファイルを読み込みます。', 'docs/b.md': '天気は晴れです。' });
    expect((await (await run())('設定')).files).toEqual(['docs/a.md']);
  });

  it('looks into one source if it is named, and refuses a name that is none', async () => {
    const sources = [DOCS, { name: 'code', paths: ['src'] }];
    const { run } = folder({ 'docs/a.md': 'apple', 'src/a.ts': 'apple' }, { sources });
    const search = await run();
    expect((await search('apple')).files.sort()).toEqual(['docs/a.md', 'src/a.ts']);
    expect((await search('apple', { source: 'code' })).files).toEqual(['src/a.ts']);
    expect(await search('apple', { source: 'web' })).toMatchObject({
      isError: true,
      content: expect.stringContaining('There is no source "web". There are: docs, code.'),
    });
  });

  it('leaves out what ignore files leave out, hidden files, and what is no text', async () => {
    const sources = [{ name: 'all', paths: ['**'] }];
    const files = { '.gitignore': 'out/\n', 'out/a.md': 'apple', '.hidden/b.md': 'apple', 'c.bin': 'apple\0', 'd.md': 'apple' };
    const { run, write } = folder(files, { sources });
    write('large.md', `apple ${'x'.repeat(1024 * 1024)}`);
    expect((await (await run())('apple')).files).toEqual(['d.md']);
  });

  it('follows no link out of its folder, also not one that appears later', async () => {
    const { run, base, work } = folder({ 'docs/a.md': 'apple' }, { refreshSeconds: 3600 });
    mkdirSync(join(base, 'elsewhere'));
    writeFileSync(join(base, 'elsewhere/secret.md'), 'apple secret');
    writeFileSync(join(base, 'elsewhere/a.md'), 'apple secret');
    symlinkSync(join(base, 'elsewhere'), join(work, 'docs/linked'));
    symlinkSync(join(base, 'elsewhere/secret.md'), join(work, 'docs/link.md'));
    const search = await run();
    expect((await search('apple')).files).toEqual(['docs/a.md']);
    renameSync(join(work, 'docs'), join(work, 'before'));
    symlinkSync(join(base, 'elsewhere'), join(work, 'docs'));
    // The decision about the call is made on the place where the folder is now, outside of the project.
    expect((await search('apple')).access).toEqual([{ kind: 'read', path: join(base, 'elsewhere') }]);
    expect((await search('apple', {}, [{ kind: 'read', path: join(work, 'docs') }])).content).not.toContain('secret');
  });

  it('shows at most two passages of one file, and no line of any length', async () => {
    const many = Array.from({ length: 6 }, (_, index) => `# Part ${index}\n\napple ${index}\n`).join('\n');
    const { run } = folder({ 'docs/many.md': many, 'docs/one.md': 'apple', 'docs/long.md': `apple ${'word '.repeat(5000)}` });
    const { files, content } = await (await run())('apple', { limit: 20 });
    expect(files.filter((file) => file === 'docs/many.md').length).toBe(2);
    expect(files).toContain('docs/one.md');
    expect(content.length).toBeLessThan(3000);
  });

  it('has no heading of any length, and a line of a stranger does not hold it up', async () => {
    const spaces = `# a${' '.repeat(200_000)}b`;
    const marks = `# a${' #'.repeat(50_000)} b`;
    const long = `# ${'word '.repeat(50_000)}`;
    const many = Array.from({ length: 100_000 }, () => 'x').join('\n');
    const { run, indexFile } = folder({ 'docs/a.md': `${spaces}\n${marks}\n${long}\napple\n${many}` });
    const { content } = await (await run())('apple');
    expect(content.length).toBeLessThan(2000);
    expect(statSync(indexFile()).size).toBeLessThan(2_000_000);
  });

  it('keeps the sign of a name in a heading, and not the marks that close it', async () => {
    const { run } = folder({ 'docs/a.md': '# Rules of C# ##\napple' });
    expect((await (await run())('apple')).content).toContain('docs/a.md:1-2  Rules of C#\n');
  });

  it('leaves out a file that became large or something else since it was indexed', async () => {
    const { write, run } = folder({ 'docs/a.md': 'apple', 'docs/b.md': 'apple' }, { refreshSeconds: 3600 });
    const search = await run();
    await search('apple');
    write('docs/a.md', 'apple '.repeat(300_000));
    expect((await search('apple')).files).toEqual(['docs/b.md']);
  });

  it('says so where a source has more files than it may', async () => {
    const { run } = folder({ 'docs/a.md': 'apple', 'docs/b.md': 'apple', 'docs/c.md': 'apple' }, { maxFiles: 2 });
    expect((await (await run())('apple')).content).toContain('(docs has more than 2 files; the others are not searched)');
  });
});

describe('a rule against reading a file', () => {
  const FILES = { 'docs/a.md': 'apple one', 'docs/private.md': 'apple two' };
  const denying = { mayRead: (path: string) => !path.endsWith('private.md') };

  it('keeps it out of the index, whose bytes then hold no word of it', async () => {
    const { run, indexFile } = folder(FILES);
    expect((await (await run(denying))('apple two')).files).toEqual(['docs/a.md']);
    expect(readFileSync(indexFile(), 'utf8')).not.toContain('two');
  });

  it('that is made later hides what is in the index, and takes it out', async () => {
    const { run, indexFile } = folder(FILES, { refreshSeconds: 3600 });
    expect((await (await run())('apple two')).files).toContain('docs/private.md');
    expect(readFileSync(indexFile(), 'utf8')).toContain('two');
    const { content, files } = await (await run(denying))('apple two');
    expect([files, content.includes('two')]).toEqual([['docs/a.md'], false]);
    expect(readFileSync(indexFile(), 'utf8')).not.toContain('two');
  });

  it('of one agent hides it from that agent, also while another one has the index in memory', async () => {
    const { work, run } = folder(FILES, { refreshSeconds: 3600 });
    let isDenied = false;
    const search = await run({ mayRead: (path) => !isDenied || path !== join(work, 'docs/private.md') });
    expect((await search('two')).files).toContain('docs/private.md');
    isDenied = true;
    expect((await search('two')).files).toEqual([]);
  });
});

describe('an index', () => {
  it('is read again by the next run, and only what changed is indexed', async () => {
    const { work, write, run, indexFile } = folder({ 'docs/a.md': 'apple', 'docs/b.md': 'banana' });
    await (await run())('apple');
    const before = statSync(indexFile()).ino;
    expect((await (await run())('banana')).files).toEqual(['docs/b.md']);
    expect(statSync(indexFile()).ino).toBe(before);
    write('docs/a.md', 'cherry');
    write('docs/c.md', 'damson');
    rmSync(join(work, 'docs/b.md'));
    const search = await run();
    expect((await search('cherry')).files).toEqual(['docs/a.md']);
    expect((await search('damson')).files).toEqual(['docs/c.md']);
    for (const gone of ['apple', 'banana']) expect((await search(gone)).files).toEqual([]);
  });

  it('is removed when nobody used it for a month, and kept while somebody does', async () => {
    const { base, write, run, indexFile } = folder({ 'docs/a.md': 'apple' });
    await (await run())('apple');
    const monthAgo = new Date(Date.now() - 31 * 24 * 3600 * 1000);
    const unused = join(base, 'state/indexes/gone-0123.idx');
    writeFileSync(unused, '');
    for (const file of [indexFile(), unused]) utimesSync(file, monthAgo, monthAgo);
    await (await run())('apple');
    write('docs/b.md', 'banana');
    await (await run())('banana');
    expect(readdirSync(join(base, 'state/indexes'))).toEqual([expect.stringMatching(/^docs-/)]);
  });

  it('is made only with a pattern that a name of a file cannot hold up', async () => {
    const slow = { name: 'docs', paths: ['docs/**/(a+)+$'] };
    const { run } = folder({ [`docs/${'a'.repeat(60)}.md`]: 'apple' }, { sources: [slow] });
    const { isError, content } = await (await run())('apple');
    expect([isError, content]).toEqual([true, expect.stringMatching(/^The pattern .* takes too long/)]);
  });

  it('is up to date where a file that answers changed, however young the index is', async () => {
    const { write, run } = folder({ 'docs/a.md': 'one\napple' }, { refreshSeconds: 3600 });
    const search = await run();
    await search('apple');
    write('docs/a.md', 'one\ntwo\nthree\napple pie');
    expect((await search('apple')).content).toContain('4\tapple pie');
  });

  it('keeps a file whose time changed and whose text did not', async () => {
    const { work, run } = folder({ 'docs/a.md': 'apple', 'docs/b.md': 'apple banana' });
    await (await run())('apple');
    utimesSync(join(work, 'docs/a.md'), new Date(5000), new Date(5000));
    expect((await (await run())('apple')).files.sort()).toEqual(['docs/a.md', 'docs/b.md']);
  });

  it.each([
    ['torn', (bytes: Buffer) => bytes.subarray(0, bytes.length - 5)],
    ['empty', () => Buffer.alloc(0)],
    ['of another program', () => Buffer.from('SQLite format 3\0')],
    [
      'with a head that is not JSON',
      (bytes: Buffer) => Buffer.from(bytes.toString('latin1').replace('"files"', 'files"'), 'latin1'),
    ],
  ])('that is %s is made anew', async (_, damage) => {
    const { run, indexFile } = folder({ 'docs/a.md': 'apple' });
    await (await run())('apple');
    writeFileSync(indexFile(), damage(readFileSync(indexFile())));
    expect((await (await run())('apple')).files).toEqual(['docs/a.md']);
  });

  it('serves calls at once, and is made once for them', async () => {
    const { run } = folder({ 'docs/a.md': 'apple', 'docs/b.md': 'banana' }, { refreshSeconds: 3600 });
    const search = await run();
    const found = await Promise.all(['apple', 'banana', 'apple'].map((query) => search(query)));
    expect(found.map(({ files }) => files)).toEqual([['docs/a.md'], ['docs/b.md'], ['docs/a.md']]);
  });

  it('stops where the call is aborted', async () => {
    const { run } = folder({ 'docs/a.md': 'apple' });
    const search = await run({ signal: AbortSignal.abort() });
    expect(await search('apple')).toMatchObject({ isError: true, content: expect.stringContaining('was stopped') });
  });
});
