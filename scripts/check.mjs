/** `npm run check [-- --only types,lint | --without tests | --again]`: runs every check that a change must pass, two steps at a time. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { hasPassed, keepPassed, stateOf } from './lib/passed.mjs';
import { isMain, ROOT } from './lib/workspace.mjs';

/** Folders that no long step but the tests reads. */
const PROSE = ['.changeset', '.github', 'bench', 'decisions', 'docs'];

/**
 * The steps, in order. The long ones come last, from the longest, so that none runs on alone. `after` names an earlier step whose
 * result the step reads. `repair` is the fix for a failure. `needs` are programs. `ignores` marks a long step, which is not run again on files on which it passed, and names the folders that it does not read.
 */
export const STEPS = [
  { name: 'build', command: 'node scripts/build.mjs', repair: 'npm run build' },
  { name: 'types', command: 'tsc -p tsconfig.json', repair: 'npm run typecheck' },
  { name: 'page', command: 'tsc -p packages/viewer/src/page', repair: 'npm run typecheck' },
  { name: 'lint', command: 'biome check --error-on-warnings .', repair: 'npm run fix' },
  {
    name: 'layers',
    command: 'node scripts/check-layers.mjs',
    repair: 'move the import as the message says, or change layers.json',
  },
  { name: 'prose', command: 'node scripts/check-prose.mjs', repair: 'rewrite each comment as the message says' },
  {
    name: 'kits',
    command: 'node scripts/check-kits.mjs',
    repair: 'close what a kit opens with onTestFinished, or with atEndOfFile of tests/lib/end-of-file.ts; wait with expect.poll',
  },
  {
    name: 'budgets',
    command: 'node scripts/check-budgets.mjs',
    repair: 'split what is too long, or change AGENTS.md with a decision',
  },
  { name: 'lock', command: 'node scripts/check-lock.mjs', repair: 'npm install with versions that exist for every platform' },
  {
    name: 'manifests',
    command: 'node scripts/sync-manifests.mjs --check',
    after: 'build',
    repair: 'node scripts/sync-manifests.mjs',
  },
  { name: 'docs', command: 'node scripts/sync-docs.mjs --check', after: 'build', repair: 'node scripts/sync-docs.mjs' },
  {
    name: 'packages',
    command: 'node scripts/check-packages.mjs',
    after: 'build',
    repair: 'correct the package.json that the message names',
  },
  {
    name: 'notices',
    command: 'node scripts/sync-notices.mjs --check',
    after: 'build',
    repair: 'node scripts/sync-notices.mjs',
  },
  {
    name: 'unused',
    command: 'knip && node scripts/check-idle.mjs',
    after: 'build',
    repair: 'remove what is not used, or declare it in knip.json',
  },
  { name: 'size', command: 'size-limit', after: 'build', repair: 'load it lazily, or raise .size-limit.json with a reason' },
  { name: 'tests', command: 'vitest run', after: 'build', ignores: [], repair: 'npx vitest run <file>' },
  {
    name: 'engine',
    ignores: PROSE,
    command: 'node tests/engine/run.mjs',
    after: 'tests',
    repair: 'npm run test:engine -- <file>',
  },
  {
    name: 'door',
    ignores: PROSE,
    command: 'node tests/engine/run.mjs --pages',
    after: 'tests',
    repair: 'npm run test:engine -- --pages',
    needs: ['chromium'],
  },
  {
    name: 'compat',
    ignores: PROSE,
    command: 'node tests/compat-sdk/run.mjs',
    after: 'tests',
    repair: 'npm run test:compat -- <file>',
  },
  {
    name: 'viewer',
    ignores: [],
    command: 'node tests/viewer/run.mjs',
    after: 'tests',
    repair: 'npm run test:viewer -- <file>',
    needs: ['chromium'],
  },
  {
    name: 'adapters',
    ignores: PROSE,
    command: 'node tests/adapters/run.mjs',
    after: 'tests',
    repair: 'npm run test:adapters -- <file>',
  },
  {
    name: 'sandbox',
    ignores: PROSE,
    command: 'vitest run --config vitest.sandbox.config.ts',
    after: 'tests',
    repair: 'npm run test:sandbox -- <file>',
    needs: ['bwrap', 'socat'],
  },
];

/** Leaves out a step whose programs are not on this machine, and prints a notice. */
function withPrograms(steps, print = console.log) {
  return steps.filter(({ name, needs = [] }) => {
    const missing = needs.filter((program) => !isInstalled(program));
    if (missing.length > 0) print(`left out ${name}: ${missing.join(' and ')} not installed on this machine`);
    return missing.length === 0;
  });
}

const isInstalled = (program) => (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, program)));

/** Runs a command with the workspace's own tools first on the path: `{ code, output }`. */
export function runCommand(command, { cwd = ROOT } = {}) {
  const env = { ...process.env, FORCE_COLOR: '0', PATH: `${join(cwd, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
  return new Promise((resolve) => {
    const child = spawn(command, { cwd, env, shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

/** Selects the steps of `only`, or all, but for those of `without`, in their own order. Throws for an unknown name. */
export function selectSteps(steps, { only, without = [] } = {}) {
  const unknown = [...(only ?? []), ...without].find((name) => !steps.some((step) => step.name === name));
  if (unknown !== undefined)
    throw new Error(`There is no step "${unknown}"; there are ${steps.map((step) => step.name).join(', ')}.`);
  return steps.filter(({ name }) => (only === undefined || only.includes(name)) && !without.includes(name));
}

/** Each of the long steps has workers of its own. More of them at once end no sooner, and their tests run out of time on a slow machine. */
const AT_ONCE = 2;

/**
 * Runs the steps, `atOnce` of them side by side, and prints lines in the order of the steps. After a failure no new step starts,
 * but running steps are waited for and reported. Returns whether all steps passed.
 */
export async function runSteps(steps, { atOnce = AT_ONCE, run = runCommand, print = console.log, passed = NOTHING_PASSED } = {}) {
  const results = new Map();
  const waiting = [...steps];
  let failed = false;
  const report = inOrder(steps, print);
  const worker = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      if (step.after !== undefined) await results.get(step.after);
      if (failed) return;
      const started = performance.now();
      const running = once(step, { run, passed });
      results.set(step.name, running);
      const result = await running;
      if (result.code !== 0) failed = true;
      report(step, { ...result, seconds: (performance.now() - started) / 1000 });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  report.flush();
  return !failed;
}

/** A long step that has passed on the same files is not run again. */
async function once(step, { run, passed }) {
  if (step.ignores === undefined) return run(step.command);
  const before = passed.stateFor(step);
  if (passed.has(step, before)) return { code: 0, output: '', isKept: true };
  const result = await run(step.command);
  if (result.code === 0) passed.keep(step, { before, after: passed.stateFor(step) });
  return result;
}

const NOTHING_PASSED = { stateFor: () => undefined, has: () => false, keep: () => {} };

/** The steps that passed, in the folder of the installed packages. */
const PASSED = {
  stateFor: (step) => stateOf(ROOT, step),
  has: ({ name }, state) => hasPassed(ROOT, name, state),
  keep: ({ name }, states) => keepPassed(ROOT, name, states),
};

/** Holds back the report of a step until all earlier steps are reported. */
function inOrder(steps, print) {
  const told = new Map();
  let next = 0;
  const tell = ({ step, result }) => {
    const good = result.code === 0;
    const time = result.isKept === true ? 'passed before on these files (--again runs it)' : `${result.seconds.toFixed(1)} s`;
    print(`${good ? 'ok  ' : 'FAIL'} ${step.name.padEnd(10)} ${time}`);
    if (!good) print(`${result.output.trimEnd()}\nRepair ${step.name}: ${step.repair}`);
  };
  const report = (step, result) => {
    told.set(step.name, { step, result });
    for (; next < steps.length && told.has(steps[next].name); next += 1) tell(told.get(steps[next].name));
  };
  report.flush = () => {
    for (const step of steps.slice(next)) if (told.has(step.name)) tell(told.get(step.name));
  };
  return report;
}

async function main(args) {
  const named = (flag) => (args.includes(flag) ? (args[args.indexOf(flag) + 1] ?? '').split(',') : undefined);
  const chosen = selectSteps(STEPS, { only: named('--only'), without: named('--without') });
  const started = performance.now();
  // `--again` runs all, and keeps what passed.
  const passed = args.includes('--again') ? { ...PASSED, has: () => false } : PASSED;
  const good = await runSteps(withPrograms(chosen), { passed });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(good ? `All good in ${seconds} s.` : `Not good, after ${seconds} s.`);
  process.exitCode = good ? 0 : 1;
}

if (isMain(import.meta.url)) await main(process.argv.slice(2));
