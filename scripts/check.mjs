/** `npm run check [-- --only types,lint | --without tests | --again]`: every check that a change must pass, as tasks of turbo.json. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { openSuites, printFailures, runTests, TESTS } from './lib/run-tests.mjs';
import { REMEMBERED, SUITES_OF_FILES } from './lib/test-files.mjs';
import { turbo } from './lib/turbo.mjs';
import { isMain } from './lib/workspace.mjs';

/** The tasks of each step of the check, in turbo.json. The build comes first, since most of them read it. */
const STEPS = {
  ...Object.fromEntries(
    [
      'types',
      'lint',
      'layers',
      'prose',
      'kits',
      'budgets',
      'lock',
      'manifests',
      'docs',
      'packages',
      'notices',
      'unused',
      'size',
    ].map((name) => [name, [name]]),
  ),
  tests: TESTS,
  long: ['test:long'],
  ...Object.fromEntries(SUITES_OF_FILES.map((name) => [name, [`test:${name}`]])),
  engine: ['test:engine'],
  door: ['test:door'],
  compat: ['test:compat'],
  viewer: ['test:viewer'],
  site: ['test:site'],
  adapters: ['test:adapters'],
  sandbox: ['test:sandbox'],
};

/** The steps that read the sources alone. */
const OF_SOURCES = ['types', 'lint', 'layers', 'prose', 'kits', 'budgets', 'lock'];

/** The suites that are not part of `npm test`. */
export const SUITES = Object.keys(STEPS).slice(Object.keys(STEPS).indexOf('tests') + 1);

/** The tasks of steps. */
export const tasksOf = (steps) => steps.flatMap((name) => STEPS[name]);

/** Programs that a step needs on this machine. */
const NEEDS = { door: ['chromium'], viewer: ['chromium'], site: ['chromium'], sandbox: ['bwrap', 'socat'] };

/** Selects the steps of `only`, or all, but for those of `without`, in their own order. Throws for an unknown name. */
export function selectSteps({ only = Object.keys(STEPS), without = [] } = {}) {
  const unknown = [...only, ...without].find((name) => STEPS[name] === undefined && name !== 'build');
  if (unknown !== undefined) throw new Error(`There is no step "${unknown}"; there are build, ${Object.keys(STEPS).join(', ')}.`);
  return Object.keys(STEPS).filter((name) => only.includes(name) && !without.includes(name));
}

/** Leaves out a step whose programs are not on this machine, and prints a notice. */
export function withPrograms(steps, { isInstalled = isOnPath, print = console.log } = {}) {
  return steps.filter((name) => {
    const missing = (NEEDS[name] ?? []).filter((program) => !isInstalled(program));
    if (missing.length > 0) print(`left out ${name}: ${missing.join(' and ')} not installed on this machine`);
    return missing.length === 0;
  });
}

const isOnPath = (program) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** The steps that are tasks of turbo, but for the suites of which each test has passed on the files as they are. */
function toRun(steps, { again }) {
  if (again) process.env.LOADOUT_TEST_AGAIN = '1';
  const suites = steps.filter((name) => REMEMBERED.includes(name));
  const open = again || suites.length === 0 ? new Set(suites) : openSuites();
  const passed = suites.filter((name) => !open.has(name));
  if (passed.length > 0) console.log(`Each test of these suites has passed on these files: ${passed.join(', ')}.`);
  return steps.filter((name) => name !== 'tests' && !passed.includes(name));
}

function main(args) {
  const named = (flag) => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '').split(',') : undefined);
  const steps = withPrograms(selectSteps({ only: named('--only'), without: named('--without') }));
  const started = performance.now();
  const again = args.includes('--again');
  // Each of the long suites has workers of its own. More of them at once end no sooner, and the output of a failed one stands together.
  const options = ['--continue', '--concurrency', '2', '--log-order', 'grouped', ...(again ? ['--force'] : [])];
  const readsSources = named('--only') !== undefined && steps.length > 0 && steps.every((name) => OF_SOURCES.includes(name));
  const unbuilt = readsSources ? 0 : turbo(['run', 'build']);
  const tests = unbuilt === 0 && steps.includes('tests') ? runTests({ again }) : { code: 0, failed: [] };
  const tasks = unbuilt === 0 ? tasksOf(toRun(steps, { again })) : [];
  const code = unbuilt || Math.max(tests.code, tasks.length === 0 ? 0 : turbo(['run', ...tasks, ...options]));
  printFailures(tests.failed);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    code === 0 ? `All good in ${seconds} s.` : `Not good, after ${seconds} s. \`npm run <task>\` runs a failed task again.`,
  );
  process.exitCode = code;
}

if (isMain(import.meta.url)) main(process.argv.slice(2));
