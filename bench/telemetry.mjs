import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { defineTool } from '../packages/core/dist/core.js';
import { observerOf } from '../packages/otel/dist/index.js';
import { createAgent } from '../packages/runner/dist/index.js';
import { startMockApi, startOtlpSink } from '../packages/testing/dist/index.js';
import { median } from './lib/measure.mjs';
import { printTable } from './lib/table.mjs';

const TURNS = 25;
/** The time of an answer: that of a model that is fast. */
const MODEL_MS = 100;
const MOST_MORE = 1.03;
const ANSWER = 'A sentence of the answer, as long as such sentences are. '.repeat(12);

const look = defineTool({
  name: 'Look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  call: () => 'a line of a file that a tool has read\n'.repeat(100),
});

/** An observer whose time in events is counted. */
function timed(observer, clock) {
  if (observer === undefined) return undefined;
  const begin = (given) => {
    const run = observer.begin(given);
    const event = (one) => {
      const started = performance.now();
      run.event(one);
      clock.spent += performance.now() - started;
    };
    return { event, variables: (id) => run.variables(id) };
  };
  return { begin, close: () => observer.close() };
}

/** Milliseconds of a turn, and of processor time, from the prompt to the result. Starting and closing are not counted. */
async function runOf({ observer, url }) {
  const folder = mkdtempSync(join(tmpdir(), 'loadout-bench-'));
  const clock = { spent: 0 };
  const agent = await createAgent({
    ...{ model: 'anthropic/claude-sonnet-4-5', workspace: folder, sessionsDir: join(folder, 'sessions'), ledger: false },
    ...{
      env: { HOME: folder, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: 'bench' },
      customTools: [look],
      observer: timed(observer, clock),
    },
  });
  const cpu = process.cpuUsage();
  const started = performance.now();
  const { outcome, error } = await agent.run('Go.').result;
  const took = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  await agent.close();
  rmSync(folder, { recursive: true, force: true });
  if (outcome !== 'success') throw new Error(`The run ended with ${outcome}: ${error?.message}`);
  return { wall: took / TURNS, cpu: (user + system) / 1000 / TURNS, own: clock.spent / TURNS };
}

async function repliesOf({ body }) {
  await setTimeout(MODEL_MS);
  const asked = body.messages.filter(({ role }) => role === 'assistant').length;
  return asked < TURNS - 1 ? { text: ANSWER, tools: [{ name: 'Look', input: {} }] } : { text: 'Done.' };
}

/** The price of telemetry in a turn: a request to a mock API over HTTP, an answer in pieces, and a call. Pair by pair. */
export async function telemetryBench({ rounds }) {
  const sink = await startOtlpSink();
  const api = await startMockApi({ replies: repliesOf, validate: false, keepBodies: false });
  const kinds = {
    off: () => undefined,
    gen_ai: () => observerOf({ endpoint: sink.url }, {}),
    both: () => observerOf({ endpoint: sink.url, names: 'both', content: 'full' }, {}),
    'no collector': () => observerOf({ endpoint: 'http://127.0.0.1:9' }, {}),
  };
  const results = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  try {
    for (let round = -2; round < rounds; round++) {
      const order = Object.entries(kinds);
      if (round % 2 === 0) order.reverse();
      for (const [kind, observer] of order) {
        const result = await runOf({ observer: observer(), url: api.url });
        if (round >= 0) results[kind].push(result);
      }
    }
  } finally {
    await Promise.all([sink.close(), api.close()]);
  }
  const ratioOf = (kind, key) => median(results[kind].map((result, round) => result[key] / results.off[round][key])).toFixed(3);
  const of = (kind, key) => median(results[kind].map((result) => result[key])).toFixed(3);
  printTable(
    `Telemetry, ${TURNS} turns with a call, a mock API that answers after ${MODEL_MS} ms, ${rounds} pairs; aim: at most x ${MOST_MORE} of a turn`,
    [
      '',
      'ms a turn',
      'x off, median of pairs',
      'processor ms',
      'x off, median of pairs',
      'ms in the observer',
      'share of a turn',
    ],
    Object.keys(kinds).map((kind) => [
      ...[kind, of(kind, 'wall'), ratioOf(kind, 'wall'), of(kind, 'cpu'), ratioOf(kind, 'cpu')],
      ...[of(kind, 'own'), `${(median(results[kind].map(({ own, wall }) => own / wall)) * 100).toFixed(1)} %`],
    ]),
  );
}
