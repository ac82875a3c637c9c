// `npm run bench [-- --rounds N] [--only grep,glob] [--tree folder] [--against checkout]`: each figure is a median, each ratio is against something
// that a user would otherwise run, measured in the same run. `--gate` compares the rows with bench/ratios.json, and a worse one with
// the code that stored it; `--store` writes the table.
// `--peers` measures the programs and libraries that people use, for docs/reference/speed.md.
// `--node 24` runs the benches on another Node, which npm brings once.
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { gate, printGate } from './lib/gate.mjs';
import { runOnNode } from './lib/other-node.mjs';
import { storedRatios, storeRatios } from './lib/ratios.mjs';
import { beginBench, printRows, rows } from './lib/rows.mjs';
import { rowsOfStoredCode } from './lib/stored-code.mjs';

/** In this order. Each loads when it runs, so that one alone starts at once. */
const BENCHES = {
  start: async (options) => (await import('./start.mjs')).startBench(options),
  turns: async (options) => (await import('./turns.mjs')).turnsBench(options),
  journal: async (options) => (await import('./journal.mjs')).journalBench(options),
  money: async (options) => (await import('./money.mjs')).moneyBench(options),
  read: async (options) => (await import('./tools/read.mjs')).readBench(options),
  edit: async (options) => (await import('./tools/edit.mjs')).editBench(options),
  grep: async (options) => (await import('./tools/grep.mjs')).grepBench({ ...options, tree: await treeOf(options) }),
  glob: async (options) => (await import('./tools/glob.mjs')).globBench({ ...options, tree: await treeOf(options) }),
  search: async (options) => (await import('./tools/search.mjs')).searchBench({ ...options, tree: await treeOf(options) }),
  bash: async (options) => (await import('./tools/bash.mjs')).bashBench(options),
  decide: async (options) => (await import('./tools/decide.mjs')).decideBench(options),
  hooks: async (options) => (await import('./tools/hooks.mjs')).hooksBench(options),
  mcp: async (options) => (await import('./tools/mcp.mjs')).mcpBench(options),
  chat: async (options) => (await import('./chat.mjs')).chatBench(options),
  outputs: async (options) => (await import('./outputs/outputs.mjs')).outputsBench(options),
  crowds: async (options) => (await import('./crowds/crowds.mjs')).crowdsBench(options),
  serve: async () => (await import('./crowds/serve.mjs')).serveBench(),
  durable: async (options) => (await import('./durable/durable.mjs')).durableBench(options),
  engine: async (options) => (await import('./engine/engine.mjs')).engineBench(options),
  suite: async () => (await import('./suite.mjs')).suiteBench(),
};

/** Runs only if it is asked for by name. */
const ASKED_FOR = new Set(['suite']);

const RUNS_TO_STORE = 3;

const treeOf = async ({ tree }) => tree ?? (await import('./tools/tree.mjs')).sourceTree();

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '9' },
    only: { type: 'string' },
    tree: { type: 'string' },
    against: { type: 'string' },
    node: { type: 'string' },
    gate: { type: 'boolean', default: false },
    store: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
  },
});

const stored = storedRatios();
// Ratios of one Node say nothing about another, so the gate runs on that of the table.
const node = values.node ?? (values.gate ? stored.node : undefined);
if (node !== undefined && node !== process.versions.node.split('.')[0]) {
  const at = process.argv.findIndex((one) => one.startsWith('--node'));
  const rest = at === -1 ? process.argv.slice(2) : process.argv.toSpliced(at, process.argv[at] === '--node' ? 2 : 1).slice(2);
  process.exit(runOnNode(node, rest));
}

/** The reasons of benches that could not run. The other benches keep their rows. */
const failures = [];

async function run(names) {
  for (const name of names) {
    beginBench(name);
    try {
      await BENCHES[name]({ rounds: Number(values.rounds), tree: values.tree, against: values.against });
    } catch (error) {
      failures.push(`The bench ${name} did not run: ${error.message}`);
    }
  }
}

/** Pages of docs/ show what is stored. */
const writePages = () =>
  execFileSync(process.execPath, ['scripts/sync-docs.mjs'], { cwd: new URL('..', import.meta.url), stdio: 'inherit' });

// Edit takes milliseconds in this process, and more of them behind benches that have filled its memory.
const held = [...new Set(['edit', ...Object.values(stored.rows).map(({ bench }) => bench)])];
const chosen =
  values.only?.split(',') ??
  (values.peers ? [] : values.gate ? held : Object.keys(BENCHES).filter((name) => !ASKED_FOR.has(name)));
for (const name of chosen) {
  if (BENCHES[name] === undefined) throw new Error(`There is no bench "${name}"; there are ${Object.keys(BENCHES).join(', ')}.`);
}

if (values.peers) await (await import('./peers.mjs')).peersBench({ rounds: Number(values.rounds) });
await run(chosen);
if (values.store) for (let times = 1; times < RUNS_TO_STORE; times++) await run(chosen);
printRows();
if (values.store) storeRatios(rows());
if (values.store || values.peers) writePages();
if (values.gate) {
  const { judged, problems } = await gate({ stored: stored.rows, ran: chosen, rows, run, rowsHere: rowsOfStoredCode });
  printGate(judged);
  failures.push(...problems);
}
for (const failure of failures) console.error(`\n${failure}`);
process.exitCode = failures.length === 0 ? 0 : 1;
