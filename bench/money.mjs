import { join } from 'node:path';
import { defineTool } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { medianOfRounds } from './lib/rounds.mjs';
import { printTable, ratio } from './lib/table.mjs';

const TURNS = 500;
const RESULT = 'a line of a file that a tool has read\n'.repeat(400);

/** Asks for one call a turn; every result has 15,000 characters. */
const model = {
  name: 'bench',
  async *stream(request) {
    const turn = (request.messages.length - 1) / 2;
    yield { type: 'start', id: `msg_${turn}`, model: request.model };
    const block =
      turn < TURNS ? { type: 'tool_use', id: `call_${turn}`, name: 'Look', input: {} } : { type: 'text', text: 'Done.' };
    yield { type: 'block', block };
    yield { type: 'end', stopReason: turn < TURNS ? 'tool_use' : 'end_turn', usage: { input_tokens: 10, output_tokens: 5 } };
  },
};

const look = defineTool({
  name: 'Look',
  description: 'Looks.',
  inputSchema: { type: 'object' },
  annotations: { readOnlyHint: true },
  call: () => RESULT,
});

async function runOf(folder, { ledger, price, limits, budgets }) {
  const plan = {
    configDir: folder,
    workspace: folder,
    plugins: [],
    providers: {},
    models: { m: { provider: 'bench', id: 'm', price } },
    permissions: { mode: 'bypassPermissions', rules: [], additionalDirectories: [] },
    hooks: [],
    agents: {
      a: {
        ...{ name: 'a', instructions: '', models: [], tools: ['*'], disallowedTools: [], permissions: { rules: [] } },
        ...{ hooks: [], limits: {}, concurrency: 10, model: {} },
      },
    },
    secrets: [],
    sessions: { dir: join(folder, 'sessions') },
    budgets,
  };
  const options = { plan, model, modelId: 'm', customTools: [look], limits, env: { IS_SANDBOX: '1' } };
  const agent = await createAgent({ ...options, ledger: ledger ? join(folder, 'ledger') : false });
  const started = performance.now();
  const { outcome, turns, error } = await agent.run('Go.').result;
  const took = performance.now() - started;
  await agent.close();
  if (outcome !== 'success') throw new Error(`The run ended with ${outcome} after ${turns} turns: ${error?.message}`);
  return took / TURNS;
}

/** The price of knowing what a request costs: two lines in the ledger, an estimate, and the lines of other requests. */
export async function moneyBench({ rounds }) {
  const price = { input: 3, output: 15 };
  const contenders = [
    { label: 'no ledger, no price' },
    { label: 'the ledger', ledger: true },
    { label: 'the ledger and a price', ledger: true, price },
    { label: 'limits.usd', ledger: true, price, limits: { usd: 100 } },
    { label: 'a budget per day', ledger: true, price, budgets: [{ name: 'team', usd: 100, per: 'day' }] },
    { label: 'a budget per month', ledger: true, price, budgets: [{ name: 'team', usd: 100, per: 'month' }] },
  ];
  const of = await medianOfRounds(contenders, { rounds, run: runOf });
  const [{ label: first }] = contenders;
  printTable(
    `Money, ${TURNS} turns with a result of 15,000 characters each, ${rounds} rounds`,
    ['', 'ms a turn', 'x without'],
    contenders.map(({ label }) => [label, of(label).toFixed(3), ratio(of(label), of(first))]),
  );
}
