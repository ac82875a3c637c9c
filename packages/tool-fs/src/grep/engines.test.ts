import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { callTool } from '@loadout/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Bench, setUp } from '../testing/context.js';
import { patterns, refusedPatterns, spanningPatterns, tree } from '../testing/grep-samples.js';
import { fileTypes } from './javascript/file-types.js';
import { ripgrepPath } from './ripgrep/ripgrep-path.js';

/** Excludes patterns that match only an edge: with -o, ripgrep's output for them depends on how it found the edge. */
const isNoEdge = (pattern: string) => pattern !== '$' && !pattern.includes('\\A');

/** The other modes only need the kinds of pattern, not each. */
const someOf = (_: string, index: number) => index % 4 === 0;

describe('both engines of Grep (TOOL-GREP-02)', () => {
  let rg: Bench;
  let js: Bench;
  beforeEach(async () => {
    rg = await setUp({ engine: 'ripgrep' });
    js = await setUp({ engine: 'javascript' });
    for (const [age, [name, content]] of Object.entries(tree).entries()) {
      const path = join(rg.folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
      utimesSync(path, 2_000_000_000 - age, 2_000_000_000 - age);
    }
    writeFileSync(join(js.folder, 'apart.txt'), 'needle apart\n');
    symlinkSync(js.folder, join(rg.folder, 'outside'));
    symlinkSync('a.txt', join(rg.folder, 'link.txt'));
    symlinkSync('.', join(rg.folder, 'loop'));
  });

  async function answers(input: object) {
    const [left, right] = await Promise.all([rg, js].map((one) => callTool(one.tool('Grep'), input, rg.context)));
    const part = (one: typeof left) => ({ content: one?.content, isError: one?.isError, structured: one?.structuredContent });
    return { input, ripgrep: part(left), javascript: part(right) };
  }

  async function expectEqual(inputs: readonly object[]) {
    const differing: string[] = [];
    for (const input of inputs) {
      const { ripgrep, javascript } = await answers(input);
      if (isDeepStrictEqual(ripgrep, javascript)) continue;
      const lines = [ripgrep, javascript].map(({ content }) => String(content).split('\n'));
      const at = lines[0]?.findIndex((line, index) => line !== lines[1]?.[index]) ?? 0;
      differing.push(JSON.stringify({ input, ripgrep: lines[0]?.slice(at, at + 2), javascript: lines[1]?.slice(at, at + 2) }));
    }
    expect(differing).toEqual([]);
  }

  const mode = (output_mode: string) => (pattern: string) => ({ pattern, output_mode, head_limit: 0 });

  it('show the same lines for every kind of pattern (TOOL-GREP-02, TOOL-GREP-03)', () =>
    expectEqual(patterns.map(mode('content'))));

  it('count the same', () => expectEqual(patterns.filter(someOf).map(mode('count'))));

  it('list the same files in the same order', () => expectEqual(patterns.filter(someOf).map(mode('files_with_matches'))));

  it('show the same parts with -o, whatever the case', () =>
    expectEqual(
      patterns.filter(isNoEdge).map((pattern) => ({ ...mode('content')(pattern), '-o': true, '-i': true, head_limit: 1500 })),
    ));

  it('match the same over line ends (TOOL-GREP-06)', () =>
    expectEqual(
      spanningPatterns.flatMap((pattern) => [
        { ...mode('content')(pattern), multiline: true, glob: '!zz' },
        { ...mode('content')(pattern), multiline: true, glob: '!zz', '-o': true },
        { ...mode('content')(pattern), multiline: true, glob: '!zz', '-C': 1 },
        { ...mode('count')(pattern), multiline: true, glob: '!zz' },
        { ...mode('files_with_matches')(pattern), multiline: true, glob: '!zz' },
      ]),
    ));

  it('show the same lines around (TOOL-GREP-03)', () =>
    expectEqual(
      ['needle', 'x', '^$', 'line \\d*997', 'three'].flatMap((pattern) =>
        [
          { '-A': 1 },
          { '-B': 1 },
          { '-C': 2 },
          { '-A': 3, '-B': 1 },
          { '-C': 3, '-A': 0 },
          { '-C': 1, '-n': false },
          { '-C': 400 },
        ].map((around) => ({ ...mode('content')(pattern), ...around })),
      ),
    ));

  it('search the same files', () =>
    expectEqual(
      [
        ...[
          '*.ts',
          '*.{ts,py}',
          '**/*.ts',
          'code/*',
          'code/**',
          '/a.txt',
          '!*.txt',
          'sub/',
          '*.log',
          '.hidden/**',
          '[a-c]*',
          '?.txt',
          '{a,c}*.txt',
          'out/**',
        ].map((glob) => ({ glob })),
        ...['[!a]*', 'a/**/b.txt', '**/b.txt', '**', '*', '', '#x', 'a\\[x\\].txt', '*/*', '!code', 'CODE/*'].map((glob) => ({
          glob,
        })),
        ...['ts', 'py', 'css', 'make', 'md', 'txt', 'all', 'js'].map((type) => ({ type })),
        ...[
          'sub',
          'out',
          'sub/only-here',
          'docs',
          'docs/more',
          '.git',
          'sub/inner',
          'a.txt',
          'out/made.js',
          'binary.bin',
          'outside',
          'link.txt',
          'c[x].txt',
        ].map((path) => ({ path })),
        { glob: '*.js', type: 'py' },
        { glob: '*.txt', path: 'a' },
        { glob: '*.log', path: 'sub' },
        { type: 'py', path: 'a.txt' },
      ].flatMap((where) => [
        { ...mode('content')('needle'), ...where },
        { ...mode('files_with_matches')('.'), ...where },
      ]),
    ));

  it('stop at the same place and go on from it', () =>
    expectEqual(
      [1, 2, 5, 17].flatMap((head_limit) =>
        [0, 3, 30, 10_000].flatMap((offset) =>
          ['content', 'count', 'files_with_matches'].map((output_mode) => ({
            pattern: 'needle',
            output_mode,
            head_limit,
            offset,
          })),
        ),
      ),
    ));

  it('refuse the same (TOOL-GREP-05)', async () => {
    const wrong = [
      ...refusedPatterns.map((pattern) => ({ pattern })),
      ...['{', '[', '{a,{b}', '}', '[z-a]'].map((glob) => ({ pattern: 'x', glob })),
      ...['nonsense', 'constructor', ''].map((type) => ({ pattern: 'x', type })),
    ];
    for (const input of wrong) {
      const { ripgrep, javascript } = await answers(input);
      expect({ input, isError: javascript.isError }).toEqual({ input, isError: true });
      expect({ input, isError: ripgrep.isError }).toEqual({ input, isError: true });
      const said = /error: (.*)$/m.exec(String(ripgrep.content))?.[1];
      if (said !== undefined && !said.includes('parsing') && !('pattern' in input && input.pattern === '\\'))
        expect(javascript.content).toContain(said);
    }
  });
});

it('the table of file types is that of ripgrep', async () => {
  const listed = execFileSync((await ripgrepPath({})) ?? 'rg', ['--no-config', '--type-list'], { encoding: 'utf8' });
  const types = Object.entries(fileTypes).map(([name, globs]) => `${name}: ${globs.replaceAll(' ', ', ')}\n`);
  expect(types.join('')).toBe(listed);
});
