/**
 * Compares the sources of the packages with the budgets of AGENTS.md. check-layers compares circles and knots with the same
 * table.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { readBudgets } from './lib/budgets.mjs';
import { conclude, isMain, packagesOf, ROOT } from './lib/workspace.mjs';

const NOT_SHIPPED = /\.(test|test-kit|fixture|d)\.ts$|\/src\/testing\//;

/** The problems of the workspace at `root`, one line each: the place, the exceeded stop, the fix. */
export function budgetProblems(root, budgets) {
  const packages = packagesOf(root);
  const files = packages.flatMap((pack) => sourcesOf(pack, root));
  return [
    ...files.flatMap((file) => fileProblems(file, budgets.file)),
    ...files.flatMap((file) => functionProblems(file, budgets.function)),
    ...contractProblems(files, budgets.contract),
    ...dependencyProblems(packages, budgets.dependencies),
  ];
}

function sourcesOf({ dir }, root) {
  if (!existsSync(join(dir, 'src'))) return [];
  return readdirSync(join(dir, 'src'), { recursive: true })
    .map((name) =>
      relative(root, join(dir, 'src', name))
        .split(sep)
        .join('/'),
    )
    .filter((place) => place.endsWith('.ts') && !NOT_SHIPPED.test(place))
    .sort()
    .map((place) => ({ place, source: readFileSync(join(root, place), 'utf8') }));
}

const linesOf = (source) => source.replace(/\n$/, '').split('\n').length;

function fileProblems({ place, source }, stop) {
  const lines = linesOf(source);
  return lines > stop ? [`${place}: the file has ${lines} lines; the stop is ${stop}. Split it by what it is about.`] : [];
}

function functionProblems({ place, source }, stop) {
  return functionsIn(place, source)
    .map(({ start, end }) => ({ at: linesOf(source.slice(0, start + 1)), lines: linesOf(source.slice(start, end)) }))
    .filter(({ lines }) => lines > stop)
    .map(({ at, lines }) => `${place}:${at}: the function has ${lines} lines; the stop is ${stop}. Take a step out of it.`);
}

function functionsIn(place, source) {
  const { program, errors } = parseSync(place, source);
  if (errors.length > 0) throw new Error(`${place} cannot be parsed: ${errors[0].message}`);
  const found = [];
  const take = (node) => void found.push(node);
  const kinds = { FunctionDeclaration: take, FunctionExpression: take, ArrowFunctionExpression: take };
  new Visitor(kinds).visit(program);
  return found;
}

function contractProblems(files, stop) {
  const isByHand = ({ place, source }) => place.startsWith('packages/core/src/contract/') && !source.startsWith('// Written by');
  const contract = files.filter(isByHand);
  const lines = contract.reduce((sum, { source }) => sum + linesOf(source), 0);
  if (lines <= stop) return [];
  return [`packages/core/src/contract: ${lines} lines in all; the stop is ${stop}. A plugin author reads all of them.`];
}

function dependencyProblems(packages, stop) {
  const core = packages.find(({ name }) => name === 'core')?.json ?? {};
  const names = Object.keys({ ...core.dependencies, ...core.peerDependencies, ...core.optionalDependencies });
  if (names.length <= stop) return [];
  return [`packages/core/package.json: ${names.join(', ')}; the stop is ${stop} dependencies. Have the caller hand it in.`];
}

if (isMain(import.meta.url)) {
  const budgets = readBudgets(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'));
  conclude(budgetProblems(ROOT, budgets), {
    good: 'Every budget of AGENTS.md holds.',
    repair: 'A budget that is wrong is changed in AGENTS.md, with a decision.',
  });
}
