import { getEventListeners } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BudgetPlan } from '@loadout/core/run';
import { describe, expect, it, onTestFinished } from 'vitest';
import { NO_KEY } from '../door/no-engine.test-kit.js';
import { EngineClock } from '../engine/engine-clock.js';
import { EMPTY, held, settled, turned } from './budget-state.js';
import type { Changes } from './messages.js';
import { WorkerBudgets } from './worker-budgets.js';

const { signal } = new AbortController();
const plan = (name: string, usd = 10): BudgetPlan => ({ name, usd, per: 'day' });

interface Engine {
  /** Answers one request, or does not answer it. */
  readonly answer?: (changes: Changes, count: number) => number | 'cut';
  /** The clock of the engine. */
  readonly date?: Date;
  /** How long a request waits for an engine that does not answer. A test whose engine answers at last gives it time. */
  readonly patienceMs?: number;
}

/**
 * An engine's address, at which the rules of a budget are applied without an engine: the network may fail before and after the
 * change. Calls of one budget come in turn.
 */
async function openEngine({ answer = () => 200, date, patienceMs = 300 }: Engine = {}) {
  const states = new Map<string, typeof EMPTY>();
  const calls: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (date !== undefined) response.setHeader('date', date.toUTCString());
    if (request.url === '/restate/health') return void response.end('{}');
    const [, , key = '', ...handler] = (request.url ?? '').split('/');
    const { body: changes } = JSON.parse(Buffer.concat(parts).toString()) as { readonly body: Changes };
    calls.push(`${handler.join('/')} ${changes.settles.length} ${changes.wishes.length}`);
    let state = changes.settles.reduce(settled, turned(states.get(key) ?? EMPTY, changes.now));
    const answers = changes.wishes.map((wish) => {
      const { state: after, ...rest } = held(state, wish, changes.now);
      state = after;
      return rest;
    });
    states.set(key, state);
    const status = answer(changes, calls.length);
    if (status === 'cut') request.socket.destroy();
    else response.writeHead(status).end(JSON.stringify(answers));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const ingress = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, key: NO_KEY, clock: new EngineClock() };
  const stateOf = (name: string) => states.get(encodeURIComponent(JSON.stringify([name, 'c', null, null]))) ?? EMPTY;
  return { ingress, calls, stateOf, budgets: new WorkerBudgets({ ingress, plan: { name: 'c' }, patienceMs }) };
}

describe('the budgets of a worker', () => {
  it.each(['2020-02-01', '2040-02-01'])('are those of the day that the engine has, also on %s', async (day) => {
    const { budgets, stateOf } = await openEngine({ date: new Date(day) });
    await budgets.checkConnection();
    await budgets.of('run').hold([{ plan: plan('team') }], { usd: 4, signal });
    expect(stateOf('team').day).toBe(day);
    await budgets.close();
  });

  it('hold the money in all budgets of a request or in none', async () => {
    const { budgets, stateOf } = await openEngine();
    const shares = [{ plan: plan('wide', 50) }, { plan: plan('narrow', 5) }];
    const money = await budgets.of('run').hold(shares, { usd: 4, signal });
    expect([stateOf('wide').holds, stateOf('narrow').holds].map((holds) => Object.keys(holds).length)).toEqual([1, 1]);
    expect(await budgets.of('other').hold(shares, { usd: 4, signal })).toEqual([
      { left: Number.POSITIVE_INFINITY, underWay: 0 },
      { left: 1, underWay: 4 },
    ]);
    if (!('settle' in money)) throw new Error('The money is not held.');
    money.settle(1);
    await budgets.close();
    expect([stateOf('wide'), stateOf('narrow')].map(({ spentInDay, holds }) => [spentInDay, holds])).toEqual([
      [1, {}],
      [1, {}],
    ]);
  });

  it('send what comes while a call is under way in the next call', async () => {
    const { budgets, calls, stateOf } = await openEngine();
    const runs = Array.from({ length: 50 }, (_, index) => budgets.of(`run-${index}`));
    const signals = runs.map(() => new AbortController().signal);
    const money = await Promise.all(
      runs.map((one, at) => one.hold([{ plan: plan('team', 1000) }], { usd: 1, signal: signals[at] ?? signal })),
    );
    for (const one of money) if ('settle' in one) one.settle(0.5);
    await budgets.close();
    expect(calls).toEqual(['change 0 1', 'change 0 49', 'change/send 1 0', 'change/send 49 0']);
    expect([stateOf('team').spentInDay, stateOf('team').holds]).toEqual([25, {}]);
  });

  it('leave no listener on the signal of a run whose money is held', async () => {
    const { budgets } = await openEngine();
    const { signal: own } = new AbortController();
    await budgets.of('run').hold([{ plan: plan('wide', 50) }, { plan: plan('narrow', 5) }], { usd: 4, signal: own });
    expect(getEventListeners(own, 'abort')).toEqual([]);
    await budgets.close();
  });

  it('hold the money once if the answer of the engine is lost', async () => {
    const { budgets, stateOf } = await openEngine({ answer: (_, count) => (count <= 2 ? 'cut' : 200), patienceMs: 60_000 });
    const money = await budgets.of('run').hold([{ plan: plan('team') }], { usd: 4, signal });
    expect(Object.values(stateOf('team').holds).map(({ usd }) => usd)).toEqual([4]);
    if ('settle' in money) money.settle(1);
    await budgets.close();
    expect(stateOf('team')).toMatchObject({ spentInDay: 1, holds: {} });
  });

  it('give the money back if the engine held it and nobody heard of it', async () => {
    let isBroken = true;
    const { budgets, ingress, stateOf } = await openEngine({ answer: () => (isBroken ? 503 : 200) });
    const wish = budgets.of('run').hold([{ plan: plan('team') }], { usd: 4, signal });
    await expect(wish).rejects.toMatchObject({ code: 'ENGINE_UNREACHABLE' });
    expect(budgets.of('run').place).toBe(`the engine at ${ingress.url}`);
    isBroken = false;
    await budgets.close();
    expect(stateOf('team')).toMatchObject({ spentInDay: 0, holds: {} });
  });

  it('give the money back if the run is interrupted before the answer', async () => {
    const interrupt = new AbortController();
    const { budgets, stateOf } = await openEngine({
      answer: () => {
        interrupt.abort(new Error('Interrupted.'));
        return 200;
      },
    });
    const wish = budgets.of('run').hold([{ plan: plan('team') }], { usd: 4, signal: interrupt.signal });
    await expect(wish).rejects.toThrow('Interrupted.');
    await expect.poll(() => Object.keys(stateOf('team').holds)).toEqual([]);
  });

  it('of a configuration without a name are refused, because another configuration could have the same', async () => {
    const { ingress } = await openEngine();
    for (const name of [undefined, '']) {
      const budgets = (own: BudgetPlan) => new WorkerBudgets({ ingress, plan: { name, budgets: [own] } });
      expect(() => budgets(plan('team'))).toThrow(expect.objectContaining({ code: 'ENGINE_UNNAMED' }));
      const everywhere: BudgetPlan = { ...plan('team'), everywhere: true };
      expect(
        await budgets(everywhere)
          .of('run')
          .hold([{ plan: everywhere }], { usd: 1, signal }),
      ).toHaveProperty('settle');
      const shared = new WorkerBudgets({ ingress, plan: { name } }).of('run');
      await expect(shared.hold([{ plan: plan('team') }], { usd: 1, signal })).rejects.toMatchObject({ code: 'ENGINE_UNNAMED' });
    }
  });

  it('refuse at once what the engine does not understand', async () => {
    const { budgets } = await openEngine({ answer: () => 400 });
    const wish = budgets.of('run').hold([{ plan: plan('team') }], { usd: 4, signal });
    await expect(wish).rejects.toMatchObject({ code: 'ENGINE_ANSWER' });
  });

  it('of one name in two configurations, in a configuration and in the settings, and of two users are different budgets', async () => {
    const { ingress } = await openEngine();
    const hold = async (name: string, share: object) => {
      const budgets = new WorkerBudgets({ ingress, plan: { name } });
      const answer = await budgets.of('run').hold([{ plan: plan('team'), ...share }], { usd: 10, signal });
      return 'settle' in answer;
    };
    expect(await hold('a', {})).toBe(true);
    expect(await hold('a', {})).toBe(false);
    expect(await hold('b', {})).toBe(true);
    expect(await hold('a', { plan: { ...plan('team'), everywhere: true } })).toBe(true);
    expect(await hold('b', { plan: { ...plan('team'), everywhere: true } })).toBe(false);
    expect([await hold('a', { user: 'ann' }), await hold('a', { user: 'bob' }), await hold('a', { user: 'ann' })]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
