/**
 * Compares the contract of core, and the dependencies of core, with the budgets of AGENTS.md. Biome holds those of files and
 * functions (biome.json), check-layers those of circles.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conclude, isMain, ROOT, readJson } from './lib/workspace.mjs';

const CORE = 'packages/core';

/** The budgets by name, each with the words of its row in the table. */
const ROWS = { contract: '`core/src/contract` in all', dependencies: 'run-time dependencies of core' };

/** The problems of the workspace at `root`, one line each: the place, the exceeded stop, the fix. */
export function budgetProblems(root, { contract, dependencies }) {
  const lines = contractLines(join(root, CORE, 'src/contract'));
  const json = readJson(join(root, CORE, 'package.json'));
  const names = Object.keys({ ...json.dependencies, ...json.peerDependencies, ...json.optionalDependencies });
  return [
    ...(lines > contract
      ? [`${CORE}/src/contract: ${lines} lines in all; the stop is ${contract}. A plugin author reads all of them.`]
      : []),
    ...(names.length > dependencies
      ? [`${CORE}/package.json: ${names.join(', ')}; the stop is ${dependencies} dependencies. Have the caller hand it in.`]
      : []),
  ];
}

/** The lines of the files that ship and are written by hand. */
function contractLines(folder) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|test-kit|fixture)\.ts$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((source) => !source.startsWith('// Written by'))
    .reduce((sum, source) => sum + source.replace(/\n$/, '').split('\n').length, 0);
}

/** The stops of the table by name. Throws for a row that is missing or has no number. */
export function readBudgets(markdown) {
  const rows = markdown.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(
    Object.entries(ROWS).map(([name, label]) => {
      const cell = rows.find((cells) => cells[1] === label)?.[3];
      const stop = /\d+/.exec(cell?.replaceAll(',', '') ?? '')?.[0];
      if (stop === undefined) throw new Error(`The table of budgets has no stop in a row "${label}".`);
      return [name, Number(stop)];
    }),
  );
}

if (isMain(import.meta.url)) {
  conclude(budgetProblems(ROOT, readBudgets(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'))), {
    good: 'Every budget of AGENTS.md holds.',
    repair: 'A budget that is wrong is changed in AGENTS.md, with a decision.',
  });
}
