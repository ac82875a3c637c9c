import { execFile } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { glob } from 'tinyglobby';
import { interleave, median } from '../lib/measure.mjs';
import { tell } from '../lib/rows.mjs';
import { ms, printTable, ratio } from '../lib/table.mjs';
import { toolOn } from './call.mjs';
import { sourceTree } from './tree.mjs';

const PATTERNS = ['**/*.ts', '**/package.json', '**/*'];

function ripgrepFiles(pattern, cwd) {
  const args = ['--no-config', '--files', '--hidden', '--no-ignore', `--glob=${pattern}`, '--glob=!.git', '--glob=!node_modules'];
  return new Promise((settle, fail) => {
    execFile(rgPath, args, { cwd, maxBuffer: 1 << 28 }, (error, out) =>
      error === null ? settle(out.split('\n').slice(0, -1)) : fail(error),
    );
  });
}

const tinyglobby = (pattern, cwd) => glob(pattern, { cwd, dot: true, ignore: ['**/.git', '**/node_modules'] });

/** The result that Glob promises: the newest 100 files. */
const newest = (paths, cwd) =>
  paths
    .map((path) => ({ path, time: statSync(join(cwd, path)).mtimeMs }))
    .sort((a, b) => b.time - a.time)
    .slice(0, 100);

const timed = (run) => async () => {
  const started = performance.now();
  await run();
  return performance.now() - started;
};

export async function globBench({ rounds, tree }) {
  const cwd = sourceTree(tree);
  const tool = await toolOn('Glob', { folder: cwd });
  const rows = [];
  for (const pattern of PATTERNS) {
    const contenders = [
      { name: 'Glob', run: timed(() => tool({ pattern })) },
      { name: 'rg --files', run: timed(() => ripgrepFiles(pattern, cwd)) },
      { name: 'rg, newest', run: timed(async () => newest(await ripgrepFiles(pattern, cwd), cwd)) },
      { name: 'tinyglobby', run: timed(() => tinyglobby(pattern, cwd)) },
      { name: 'tinyglobby, newest', run: timed(async () => newest(await tinyglobby(pattern, cwd), cwd)) },
    ];
    const results = await interleave(contenders, { rounds });
    const [own, ...others] = contenders.map((one) => median(results.get(one.name)));
    const [list, newestOf] = others;
    tell({ id: `glob.${pattern}`, name: `Glob ${pattern}, against a list of files`, value: own, floor: list, aim: 1.2 });
    tell({
      id: `glob.newest.${pattern}`,
      name: `Glob ${pattern}, against the newest of a list`,
      value: own,
      floor: newestOf,
      aim: 1,
    });
    const { structuredContent } = await tool({ pattern });
    rows.push([pattern, structuredContent.totalMatches, ms(own), ...others.flatMap((other) => [ms(other), ratio(own, other)])]);
  }
  printTable(
    `Glob on ${cwd}, newest first, ${rounds} rounds (x: Glob against it; aim: at most 1)`,
    ['', 'files', 'Glob, ms', 'rg --files', 'x', '+ newest', 'x', 'tinyglobby', 'x', '+ newest', 'x'],
    rows,
  );
}
