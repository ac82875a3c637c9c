import { join } from 'node:path';
import type { BudgetPlan } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import { LedgerBudgets } from './budget-keeper.js';
import { Ledger } from './ledger.js';
import { type BudgetScope, LedgerBudget } from './ledger-budget.js';
import { tempFolder } from './temp-folder.test-kit.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-11-23T10:00:00Z');
const about = {
  session: 's1',
  agents: ['lead'] as readonly string[],
  path: [],
  config: '/c.yaml',
  user: 'ann',
  provider: 'p',
  model: 'm',
  purpose: 'turn' as const,
  worst: 1,
};

function book() {
  const ledger = new Ledger(join(tempFolder(), 'ledger'));
  const hold = (more: Partial<typeof about> = {}, now = NOW) => {
    const open = ledger.ask({ ...about, ...more }, now);
    if (open === undefined) throw new Error(ledger.problem);
    return open;
  };
  const spend = (usd: number, more: Partial<typeof about> = {}, now = NOW) => ledger.settle(hold(more, now), { now, usd });
  const budget = (plan: Partial<BudgetPlan> = {}, scope: BudgetScope = {}) =>
    new LedgerBudget({ name: 'team', usd: 10, per: 'day', ...plan }, { dir: ledger.dir, scope });
  return { ledger, hold, spend, budget };
}

describe('a budget (COST-06)', () => {
  it('counts what was spent and what requests under way may still cost', () => {
    const { ledger, hold, spend, budget } = book();
    const team = budget();
    expect(team.left(NOW)).toBe(10);
    spend(2);
    const open = hold({ worst: 3 });
    expect([team.left(NOW), team.heldUnderWay(NOW)]).toEqual([5, 3]);
    ledger.settle(open, { now: NOW, usd: 0.5 });
    expect([team.left(NOW), team.heldUnderWay(NOW)]).toEqual([7.5, 0]);
  });

  it('begins anew with each day or month in UTC', () => {
    const { spend, budget } = book();
    spend(1, {}, NOW - 24 * HOUR);
    spend(2);
    const [day, month] = [budget(), budget({ per: 'month' })];
    expect([day.left(NOW), month.left(NOW)]).toEqual([8, 7]);
    expect([day.left(NOW + 14 * HOUR - 1), day.left(NOW + 14 * HOUR)]).toEqual([8, 10]);
    expect(month.left(Date.parse('2026-12-01T00:00:00Z'))).toBe(10);
    expect(day.refusal(NOW, { model: 'm', next: 9 })).toMatchObject({
      code: 'BUDGET_REACHED',
      message:
        'The budget "team" of 10 US dollars per day is not enough for another request: 2 is spent or held, and a request to m with a short answer could cost 9.',
      fix: expect.stringContaining('opens again on 2026-11-24 00:00 UTC'),
    });
    expect(month.refusal(NOW, { model: 'm', next: 9 })).toMatchObject({ fix: expect.stringContaining('2026-12-01 00:00 UTC') });
  });

  it('counts an unknown cost as the most that the request could have cost', () => {
    const { ledger, hold, budget } = book();
    ledger.settle(hold({ worst: 4 }), { now: NOW, usd: null });
    expect(budget().left(NOW)).toBe(6);
  });

  it('counts the requests of a configuration, an agent with those under it, or a user', () => {
    const { spend, budget } = book();
    spend(1, { config: '/other.yaml' });
    spend(2, { agents: ['lead', 'writer'] });
    spend(3, { user: 'bob' });
    const left = (scope: BudgetScope) => budget({}, scope).left(NOW);
    expect(left({})).toBe(4);
    expect(left({ config: '/c.yaml' })).toBe(5);
    expect([left({ agent: 'lead' }), left({ agent: 'writer' })]).toEqual([4, 8]);
    expect([left({ user: 'ann' }), left({ user: 'bob' })]).toEqual([7, 7]);
  });

  it('gives the money to the request that was written first, however late its process looks', () => {
    const { hold, budget } = book();
    const [one, other] = [budget(), budget()];
    const [first, second] = [hold({ worst: 6 }), hold({ worst: 6 })];
    expect(other.leftBefore(second.id, NOW)).toBe(4);
    expect(one.leftBefore(first.id, NOW)).toBe(10);
  });
});

describe('the budgets of a request', () => {
  const budgetsIn = (budgets: readonly BudgetPlan[], user = 'ann') => {
    const { ledger, spend } = book();
    return { spend, made: new LedgerBudgets({ ledger: ledger.dir, config: '/c.yaml', budgets, env: { LOADOUT_USER: user } }) };
  };
  const left = (made: LedgerBudgets, agents: readonly string[]) => made.budgetsFor(agents).map((budget) => budget.left(NOW));

  it('are those of its user, its agents, and of the settings, which count every configuration', () => {
    const { made, spend } = budgetsIn([
      { name: 'mine', usd: 10, per: 'day' },
      { name: 'settings', usd: 10, per: 'day', everywhere: true },
      { name: 'bob', usd: 10, per: 'day', user: 'bob' },
      { name: 'users', usd: 10, per: 'day', user: '*' },
      { name: 'writer', usd: 10, per: 'day', agent: 'writer' },
      { name: 'agents', usd: 10, per: 'day', agent: '*' },
    ]);
    spend(1, { config: '/other.yaml' });
    spend(2, { user: 'bob', agents: ['lead', 'writer'] });
    expect(left(made, ['lead'])).toEqual([8, 7, 10, 8]);
    expect(left(made, ['lead', 'writer'])).toEqual([8, 7, 10, 8, 8, 8]);
  });

  it('need a ledger', () => {
    const made = new LedgerBudgets({
      ledger: undefined,
      config: '/c.yaml',
      budgets: [{ name: 'team', usd: 1, per: 'day' }],
      env: {},
    });
    expect(() => made.budgetsFor(['lead'])).toThrow(expect.objectContaining({ code: 'BUDGET_NOT_HELD' }));
    expect(new LedgerBudgets({ ledger: undefined, config: '/c.yaml', budgets: [], env: {} }).budgetsFor(['lead'])).toEqual([]);
  });

  it('of one name in two files are two budgets', () => {
    const { made, spend } = budgetsIn([
      { name: 'team', usd: 10, per: 'day', everywhere: true },
      { name: 'team', usd: 3, per: 'day' },
    ]);
    spend(1, { config: '/other.yaml' });
    expect(left(made, ['lead'])).toEqual([9, 3]);
  });
});
