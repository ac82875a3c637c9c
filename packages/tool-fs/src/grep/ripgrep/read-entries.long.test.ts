import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ripgrepPath } from '@loadout/node';
import { beforeEach, expect, it } from 'vitest';
import { type Bench, setUp } from '../../testing/context.js';
import { patterns, refusedPatterns, spanningPatterns, tree } from '../../testing/grep-samples.js';
import { OMITTED } from '../entry.js';
import type { GrepInput } from '../grep-input.js';
import { ripgrepArgs } from './ripgrep-args.js';

let one: Bench;
beforeEach(async () => {
  one = await setUp();
  for (const [name, content] of Object.entries(tree)) {
    const path = join(one.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
});

interface Found {
  readonly path: string;
  readonly line: number;
  readonly text: string;
}

/** The events of the same search in ripgrep's own JSON, which needs none of our reading of its lines. */
async function eventsOf(input: GrepInput): Promise<readonly Found[]> {
  const place = { folder: one.folder, show: (path: string) => path };
  const args = ripgrepArgs({ input, mode: 'content', place, sorted: true }).filter((arg) => !/^--(?:null|no-heading)$/.test(arg));
  const output = execFileSync(ripgrepPath({}) ?? 'rg', ['--json', ...args], {
    cwd: one.folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter(({ type }) => type === 'match')
    .flatMap(({ data }) => linesOf(data));
}

const textOf = ({ text, bytes }: { readonly text?: string; readonly bytes?: string }) =>
  text ?? Buffer.from(bytes ?? '', 'base64').toString('utf8');

function linesOf(data: { readonly path: object; readonly lines: object; readonly line_number: number }): readonly Found[] {
  const lines = textOf(data.lines).replace(/\n$/, '').split('\n');
  return lines.map((text, index) => ({
    path: textOf(data.path).replace(/^\.\//, ''),
    line: data.line_number + index,
    text: text.replace(/\r$/, ''),
  }));
}

const shown = ({ path, line, text }: Found) => `${path.replaceAll('\n', '\\n')}:${line}:${text}`;

async function differences(input: GrepInput): Promise<readonly string[]> {
  const { content } = await one.call('Grep', { ...input, output_mode: 'content', head_limit: 0 });
  if (content === 'No matches found.') return [];
  const lines = content.split('\n').filter((line) => /:\d+:/.test(line));
  const wanted = (await eventsOf(input)).map(shown);
  const isSame = (line: string, index: number) => {
    const other = wanted[index] ?? '';
    return line === other || (line.endsWith(OMITTED) && other.startsWith(line.slice(0, -OMITTED.length)));
  };
  const wrong = lines.filter((line, index) => !isSame(line, index));
  const counts = lines.length === wanted.length ? [] : [`${lines.length} lines, and ripgrep has ${wanted.length}`];
  return [...counts, ...wrong.slice(0, 3)].map((problem) => `${JSON.stringify(input)}: ${problem}`);
}

it.each(patterns)('the lines are those of ripgrep for %j (TOOL-GREP-02, TOOL-GREP-03)', async (pattern) => {
  expect(await differences({ pattern })).toEqual([]);
});

it.each(spanningPatterns)('the lines of a match over line ends are those of ripgrep for %j (TOOL-GREP-06)', async (pattern) => {
  expect(await differences({ pattern, multiline: true, glob: '!zz' })).toEqual([]);
});

it.each(refusedPatterns)('the pattern %j is refused with the words of ripgrep (TOOL-GREP-05)', async (pattern) => {
  const { content, isError } = await one.call('Grep', { pattern });
  expect(isError).toBe(true);
  expect(content).toMatch(/error|literal/);
});
