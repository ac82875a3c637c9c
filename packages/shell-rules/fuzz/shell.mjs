import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDecider } from './lib/decider.mjs';
import { generate, generateRules } from './lib/generate.mjs';
import { OPERANDS, randomCall, sweep } from './lib/options.mjs';
import { createRandom } from './lib/random.mjs';
import { isSandboxed, runAllowed } from './lib/run-allowed.mjs';
import { BYPASSES, INTERPRETED, UNSHOWN } from './lib/seeds.mjs';
import { drawCalls, exampleCalls, toolsOf, versionOf } from './lib/subcommands.mjs';
import { readPrograms, readTables } from './lib/tables.mjs';
import { makeTraps } from './lib/traps.mjs';

/**
 * Builds commands around a marker that no rule allows, asks the rules about each, and runs with bash itself, in bubblewrap,
 * what they let pass. The marker must never fire, the kept file never change, the secret never show. With `--sweep` every
 * program of the tables and every builtin is called with every option and hostile words instead, and there is no rule at all.
 */
const { values } = parseArgs({
  options: {
    strings: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    sweep: { type: 'boolean', default: false },
    sequences: { type: 'string' },
    program: { type: 'string' },
    runs: { type: 'string', default: '300' },
    programs: { type: 'boolean', default: false },
    record: { type: 'string' },
    tools: { type: 'string', multiple: true, default: [] },
  },
});
// With --sequences, the calls carry their state from one call to the next.
if (values.sequences !== undefined) {
  await import('./sequences.mjs');
  process.exit();
}
const strings = Number(values.strings);
const seed = values.seed === undefined ? Date.now() % 1_000_000 : Number(values.seed);
const BATCH = values.programs ? 100 : 500;

if (!isSandboxed()) {
  console.error('bwrap is not installed, and without it these commands must not run. Install the package bubblewrap.');
  process.exit(1);
}
const [core, shell, programs] = await Promise.all([import('@loadout/core/run'), import('@loadout/shell-rules'), readPrograms()]);
const { PROGRAMS } = await readTables();
/** Programs whose job is to run what their words name. */
const RUNS_ANYTHING = new Set(['npx', 'bunx', 'pnpx', 'uvx']);
const installed = values.programs ? { tools: values.tools.map(toolsOf), limit: 5 } : {};
const traps = makeTraps({
  secret: values.sweep ? 'outside' : 'inside',
  programs: values.programs ? Object.keys(PROGRAMS) : [],
});
const random = createRandom(seed);
const decider = createDecider({ core, shell, cwd: traps.work, home: '/nonexistent' });
const counts = { strings: 0, allowed: 0, run: 0, slowest: 0 };
const failures = [];
/** A text runs only once. */
const seen = new Set();
let waiting = [];

const report = () => {
  const { allowed, run, slowest } = counts;
  const what = values.sweep ? `sweep of ${programs.length} programs without a rule, seed ${seed}` : `seed ${seed}`;
  console.log(
    `${what}: ${counts.strings} strings, ${allowed} allowed, ${run} run, ${failures.length} did what no rule allows; slowest decision ${slowest.toFixed(1)} ms of processor time`,
  );
};
const runWaiting = () => {
  const found = runAllowed(waiting, traps, installed);
  for (const { kind, command } of found) console.log(`${kind}: ${JSON.stringify(command)}`);
  failures.push(...found);
  counts.run += waiting.length;
  waiting = [];
  report();
};
const isAllowed = (command, rules) => {
  counts.strings += 1;
  const started = process.cpuUsage();
  const { behavior } = decider.decide(command, rules);
  const { user, system } = process.cpuUsage(started);
  counts.slowest = Math.max(counts.slowest, (user + system) / 1_000);
  return behavior === 'allow';
};
const run = (command) => {
  if (seen.has(command)) return;
  seen.add(command);
  waiting.push(command);
  if (waiting.length === BATCH) runWaiting();
};
try {
  if (values.programs) await sweepPrograms();
  else if (values.sweep) sweepTables();
  else {
    proveTraps();
    drawStrings();
  }
  runWaiting();
} finally {
  rmSync(traps.root, { recursive: true, force: true });
}
process.exitCode = failures.length > 0 ? 1 : 0;

function drawStrings() {
  while (counts.strings < strings && failures.length < 20) {
    const rules = generateRules(random);
    const parsed = [...decider.parseRules(rules.deny, 'deny'), ...decider.parseRules(rules.allow, 'allow')];
    for (let index = 0; index < 100 && counts.strings < strings; index++) {
      const command = generate(random, programs);
      if (command.includes('\0') || command.trim() === '') continue;
      if (!isAllowed(command, parsed) || (rules.isBare && INTERPRETED.test(command))) continue;
      counts.allowed += 1;
      run(command);
    }
  }
}

/** Adds calls with several options. For a program that may have any words, such as echo, a random part runs. */
function sweepTables() {
  for (const program of programs.filter(({ name }) => values.program === undefined || name === values.program)) {
    const drawn = Array.from({ length: 500 }, () => randomCall([program], random, OPERANDS));
    const allowed = [...sweep([program]), ...drawn].filter((command) => isAllowed(command, []));
    counts.allowed += allowed.length;
    const part = Math.min(1, Number(values.runs) / allowed.length);
    for (const command of allowed) if (part === 1 || random.chance(part)) run(command);
  }
}

/**
 * Asks about calls of every subcommand of every program with a table, where only a rule for the program exists. Runs an allowed call of
 * each row, and more of them, for the installed programs. Names of one table are one program. With --record, stores what ran.
 */
async function sweepPrograms() {
  const path = [...values.tools, '/usr/bin', '/bin'].join(':');
  const tables = new Map(Object.entries(PROGRAMS).map(([name, table]) => [table, name]));
  const names = [...new Set(Object.values(PROGRAMS))].map((table) => {
    const own = Object.keys(PROGRAMS).filter((name) => PROGRAMS[name] === table);
    return own.find((name) => versionOf(name, path) !== undefined) ?? tables.get(table);
  });
  const ran = existsSync(values.record ?? '') ? JSON.parse(readFileSync(values.record, 'utf8')) : {};
  for (const name of names.filter((one) => values.program === undefined || values.program.split(',').includes(one))) {
    const program = PROGRAMS[name];
    const rules = decider.parseRules([`Bash(${name}:*)`], 'allow');
    const drawn = drawCalls(name, program, { random, count: Math.ceil(strings / names.length) });
    const allowed = [...new Set(drawn.filter((command) => isAllowed(command, rules)))];
    counts.allowed += allowed.length;
    const examples = exampleCalls(name, program, { drawn: allowed, isAllowed: (command) => isAllowed(command, rules) });
    const version = RUNS_ANYTHING.has(name) ? undefined : versionOf(name, path);
    const calls = examples.flatMap(({ call }) => call ?? []);
    const chosen = version === undefined ? [] : [...new Set([...calls, ...allowed.slice(0, Number(values.runs))])];
    ran[name] = {
      ...(version && { version, runs: chosen.length }),
      rows: Object.fromEntries(examples.map(({ row, call }) => [row, call])),
    };
    console.log(`${name} ${version ?? '(not run)'}: ${drawn.length} strings, ${allowed.length} allowed, ${chosen.length} to run`);
    for (const command of chosen) run(command);
  }
  if (values.record !== undefined) writeFileSync(values.record, `${JSON.stringify(ran, undefined, 2)}\n`);
}

/** Traps that miss a known bypass would prove nothing about unknown ones. */
function proveTraps() {
  const known = BYPASSES.filter((command) => !UNSHOWN.has(command));
  const shown = new Set(runAllowed(known, traps).map(({ command }) => command));
  const missed = known.filter((command) => !shown.has(command));
  console.log(`the traps show ${shown.size} of ${known.length} known bypasses`);
  if (missed.length > 0) throw new Error(`The traps do not show ${missed.map((command) => JSON.stringify(command)).join(', ')}.`);
}
