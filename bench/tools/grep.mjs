import { spawn } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { toolOn } from './call.mjs';
import { sourceTree } from './tree.mjs';

const FLAGS = ['--no-config', '--color=never', '--hidden', '--no-require-git', '--glob=!.git'];
const LINES = ['--line-number', '--no-heading', '--max-columns=2000', '--max-columns-preview'];

/** The command that a user would run instead. Reads its output to the end, or up to a number of lines. */
function ripgrep(args, { cwd, lines = Number.POSITIVE_INFINITY }) {
  return new Promise((settle) => {
    const child = spawn(rgPath, [...FLAGS, ...args, './'], { cwd, stdio: ['ignore', 'pipe', 'ignore'] });
    const chunks = [];
    let seen = 0;
    child.stdout.on('data', (chunk) => {
      chunks.push(chunk);
      if (lines === Number.POSITIVE_INFINITY) return;
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) seen += 1;
      if (seen >= lines) child.kill('SIGKILL');
    });
    child.on('close', () => settle(Buffer.concat(chunks)));
  });
}

const timed = (run) => async () => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

/** ripgrep alone in each mode. `lines`: it is ended after so many, as a page needs no more. */
const CASES = [
  {
    id: 'rare',
    name: 'a rare word, its lines',
    input: { pattern: 'isUnicodeSupported', output_mode: 'content', head_limit: 0 },
    args: LINES,
  },
  {
    id: 'first-lines',
    name: 'a common word, its first 250 lines',
    input: { pattern: 'function', output_mode: 'content' },
    args: [...LINES, '--sort=path'],
    lines: 250,
  },
  {
    id: 'next-lines',
    name: 'a common word, its next 250 lines',
    input: { pattern: 'function', output_mode: 'content', offset: 250 },
    args: [...LINES, '--sort=path'],
    lines: 500,
  },
  {
    id: 'pattern',
    name: 'a pattern, its lines',
    input: { pattern: '\\bhandle[A-Z]\\w+\\(', output_mode: 'content', head_limit: 0 },
    args: LINES,
  },
  ...[
    ['after', '-A', '--after-context=3'],
    ['before', '-B', '--before-context=3'],
    ['around', '-C', '--context=3'],
  ].map(([id, key, arg]) => ({
    id,
    name: `a rare word, its lines and three ${id} (${key})`,
    input: { pattern: 'isUnicodeSupported', output_mode: 'content', [key]: 3, head_limit: 0 },
    args: [...LINES, arg],
  })),
  {
    id: 'multiline',
    name: 'a pattern over line ends',
    input: { pattern: 'isUnicodeSupported\\(\\) \\{.return', output_mode: 'content', multiline: true, head_limit: 0 },
    args: [...LINES, '--multiline', '--multiline-dotall'],
  },
  {
    id: 'type',
    name: 'a word in files of a type',
    input: { pattern: 'isUnicodeSupported', output_mode: 'content', type: 'md', head_limit: 0 },
    args: [...LINES, '--type=md'],
  },
  {
    id: 'files',
    name: 'files with a word, newest first',
    input: { pattern: 'Promise', head_limit: 0 },
    args: ['--files-with-matches', '--sortr=modified'],
  },
  {
    id: 'count',
    name: 'matching lines per file',
    input: { pattern: 'import', output_mode: 'count', head_limit: 0 },
    args: ['--count'],
  },
  {
    id: 'count-page',
    name: 'matching lines per file, the first 250 files',
    input: { pattern: 'import', output_mode: 'count' },
    args: ['--count'],
  },
];

const MOST_TIMES = 1.15;
/** Grep may take this much on top: the start of a process and the answer. */
const MOST_MORE_MS = 3;

export async function grepBench({ rounds, tree }) {
  const cwd = sourceTree(tree);
  const grep = await toolOn('Grep', { folder: cwd });
  const rows = [];
  for (const { id, name, input, args, lines } of CASES) {
    const contenders = [
      { name: 'rg', run: timed(() => ripgrep([...args, `--regexp=${input.pattern}`], { cwd, lines })) },
      { name: 'Grep', run: timed(() => grep(input)) },
    ];
    const results = await interleave(contenders, { rounds });
    const [rg, tool] = contenders.map((one) => median(results.get(one.name)));
    tell({ id: `grep.${id}`, name: `Grep, ${name}`, value: tool, floor: rg + MOST_MORE_MS / MOST_TIMES, aim: MOST_TIMES });
    rows.push([name, ms(rg), ms(tool), ratio(tool, rg), ms(tool - rg)]);
  }
  printTable(
    `Grep on ${cwd}, ${rounds} rounds (aim: at most ${MOST_TIMES} x + ${MOST_MORE_MS} ms)`,
    ['', 'rg alone, ms', 'Grep, ms', 'x rg', 'more, ms'],
    rows,
  );
}
