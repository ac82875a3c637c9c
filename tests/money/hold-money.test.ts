import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openBudgets } from '@loadout/budgets';
import type { ModelPlan } from '@loadout/core/model';
import type { BudgetPlan, SharedBudgets } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { AgentBudget } from '../../packages/runner/src/money/agent-budget.js';
import { holdMoney, type Leaving, type SpendingRun } from '../../packages/runner/src/money/hold-money.js';
import { tempFolder } from '../../packages/runner/src/run/scripted.test-kit.js';

const TEAM: BudgetPlan = { name: 'team', usd: 10, per: 'day' };

/** An agent under a budget of 10 dollars, of which `spent` are spent, and `held` are held by a request of this process. */
async function agent({ spent = 0, held = 0, shared }: { spent?: number; held?: number; shared?: SharedBudgets } = {}) {
  const ledger = join(tempFolder(), 'ledger');
  const open = { ledger, config: '/c.yaml', env: { LOADOUT_USER: 'ann' } };
  const budgets = openBudgets({ ...open, budgets: [TEAM], shared });
  const budget = new AgentBudget();
  const waits: number[] = [];
  const payer: SpendingRun = {
    spec: { limits: {}, name: 'a', budgets },
    budget,
    agentId: 'main',
    sessionId: 's',
    session: { contextTokens: 0 },
    clock: {
      now: () => Date.now(),
      after: (ms) => {
        waits.push(ms);
        throw new Error('The request waits.');
      },
    } as SpendingRun['clock'],
    emit: () => {},
  };
  const about = { session: 's', agents: ['a'], path: [], provider: 'p', model: 'm', purpose: 'turn', tell: () => {} };
  const unbound = openBudgets({ ...open, budgets: [] });
  const ask = (worst: number) => unbound.bind(about).hold(worst, new AbortController().signal);
  const request = spent === 0 ? undefined : await ask(spent);
  if (typeof request === 'object') request.settle({ usage: undefined, usd: spent });
  if (held > 0) await ask(held);
  const lines = () =>
    readFileSync(join(ledger, `${new Date().toISOString().slice(0, 10)}.jsonl`), 'utf8')
      .trim()
      .split('\n').length;
  return { payer, lines, waits };
}

const leaving = (price: ModelPlan['price']): Leaving => ({
  purpose: 'turn',
  plan: { provider: 'p', id: 'm', price },
  request: { model: 'm', system: [], tools: [], messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi.' }] }] },
  signal: new AbortController().signal,
});
const FREE = { input: 0, output: 0 };
const DEAR = { input: 3, output: 15 };

it.each([
  ['is overspent', { spent: 12 }],
  ['is used up to the last cent', { spent: 10 }],
  ['is held by others', { spent: 4, held: 6 }],
])('a request that costs nothing leaves at once when the budget %s, with two lines in the ledger (N5)', async (_, state) => {
  const { payer, lines, waits } = await agent(state);
  const before = lines();
  const held = await holdMoney(payer, leaving(FREE));
  expect([waits.length, lines() - before]).toEqual([0, 1]);
  held.settle({ usage: { input_tokens: 10, output_tokens: 10 } });
  expect(lines() - before).toBe(2);
});

it('a request that costs nothing asks no engine for money, and leaves where the engine refuses it (N5)', async () => {
  let asked = 0;
  const shared: SharedBudgets = {
    place: 'the engine',
    hold: async () => {
      asked += 1;
      if (asked > 3) throw new Error('The engine is asked in a loop.');
      return [{ left: -2, underWay: 0 }];
    },
    changed: async () => {},
  };
  const { payer } = await agent({ spent: 1, shared });
  await expect(holdMoney(payer, leaving(FREE))).resolves.toBeDefined();
  expect(asked).toBe(0);
});

it('a request that costs money is refused at once when nobody holds what it lacks, and waits only for somebody who does (N5)', async () => {
  const alone = await agent({ spent: 12 });
  const before = alone.lines();
  await expect(holdMoney(alone.payer, leaving(DEAR))).rejects.toMatchObject({ code: 'BUDGET_REACHED' });
  expect([alone.waits, alone.lines() - before]).toEqual([[], 0]);
  const beside = await agent({ spent: 4, held: 6 });
  const held = beside.lines();
  await expect(holdMoney(beside.payer, leaving(DEAR))).rejects.toThrow('The request waits.');
  expect(beside.lines() - held).toBe(0);
});

it.each([
  ['below zero', { input: -3, output: -15 }],
  ['below zero for an answer alone', { input: 3, output: -1 }],
  ['that is no number', { input: Number.NaN, output: 15 }],
])('a price %s is no price, so that no budget grows by it (N5)', async (_, price) => {
  const { payer } = await agent({ spent: 1 });
  await expect(holdMoney(payer, leaving(price))).rejects.toMatchObject({ code: 'BUDGET_UNPRICED' });
});

it('an answer with fewer than no tokens has an unknown cost, and counts as the most it could have cost (N5)', async () => {
  const { payer } = await agent({ spent: 1 });
  const held = await holdMoney(payer, leaving(DEAR));
  held.settle({ usage: { input_tokens: -1e9, output_tokens: 1 } });
  expect(payer.budget.spent).toBeNull();
});

it('a price of the cache alone counts, so that the request is not free (N5)', async () => {
  const { payer } = await agent({ spent: 12 });
  await expect(holdMoney(payer, leaving({ ...FREE, cacheRead: 9 }))).rejects.toMatchObject({ code: 'BUDGET_REACHED' });
});
