import { spawn } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { interleave, median } from '../lib/measure.mjs';
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

const CASES = [
  {
    name: 'a rare word, its lines',
    input: { pattern: 'isUnicodeSupported', output_mode: 'content', head_limit: 0 },
    args: LINES,
  },
  {
    name: 'a common word, its first 250 lines',
    input: { pattern: 'function', output_mode: 'content' },
    args: [...LINES, '--sort=path'],
    lines: 250,
  },
  {
    name: 'a pattern, its lines',
    input: { pattern: '\\bhandle[A-Z]\\w+\\(', output_mode: 'content', head_limit: 0 },
    args: LINES,
  },
  {
    name: 'files with a word, newest first',
    input: { pattern: 'Promise', head_limit: 0 },
    args: ['--files-with-matches', '--sortr=modified'],
  },
  { name: 'matching lines per file', input: { pattern: 'import', output_mode: 'count', head_limit: 0 }, args: ['--count'] },
];

export async function grepBench({ rounds, tree }) {
  const cwd = sourceTree(tree);
  const grep = await toolOn('Grep', { folder: cwd });
  const inJavascript = await toolOn('Grep', { folder: cwd, options: { engine: 'javascript' } });
  const rows = [];
  for (const { name, input, args, lines } of CASES) {
    const contenders = [
      { name: 'rg', run: timed(() => ripgrep([...args, `--regexp=${input.pattern}`], { cwd, lines })) },
      { name: 'Grep', run: timed(() => grep(input)) },
      { name: 'JavaScript', run: timed(() => inJavascript(input)) },
    ];
    const results = await interleave(contenders, { rounds });
    const [rg, tool, fallback] = contenders.map((one) => median(results.get(one.name)));
    rows.push([name, ms(rg), ms(tool), ratio(tool, rg), ms(tool - rg), ms(fallback), ratio(fallback, rg)]);
  }
  printTable(
    `Grep on ${cwd}, ${rounds} rounds (aim: at most 1.15 x + 3 ms)`,
    ['', 'rg alone, ms', 'Grep, ms', 'x rg', 'more, ms', 'without rg, ms', 'x rg'],
    rows,
  );
}
