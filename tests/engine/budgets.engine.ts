import { join } from 'node:path';
import type { ListedBudget } from '@loadout/engine-restate';
import { type RecordedRequest, type Reply, startMockApi } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadout } from '../lib/loadout.js';
import { IMPATIENT, PATIENT } from './engine-server.test-kit.js';
import { openRestate } from './restate-engine.test-kit.js';
import { until } from './until.js';

/** A token of an answer costs a tenth of a cent, so an answer costs 1 US dollar, and the longest one 4. */
const TOKENS = 1000;
const config = (budgets: string, more = '') => `name: money
models: { m: { provider: anthropic, id: priced, maxOutputTokens: 4000, price: { input: 0.001, output: 1000 } } }
budgets: ${budgets}
agents:
  worker: { model: m, instructions: Work.${more} }
`;

/** A vendor that answers when it is let go, and counts its answers. */
async function vendor({ isOpen = true } = {}) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  if (isOpen) open();
  let charged = 0;
  const reply = async (_: RecordedRequest, index: number): Promise<Reply> => {
    await opened;
    charged += 1;
    return { text: `Done ${index}.`, usage: { input_tokens: 10, output_tokens: TOKENS } };
  };
  const api = await startMockApi({ replies: reply });
  onTestFinished(() => api.close());
  return { api, open, charged: () => charged };
}

/** The spending of a test is that of one day, so no test begins in the last minutes of a day. */
const MOST_OF_A_TEST_MS = 120_000;
const isOneDay = () => new Date().getUTCDate() === new Date(Date.now() + MOST_OF_A_TEST_MS).getUTCDate();

/** An engine with workers that have nothing in common but the engine: each has a home of its own. */
async function shop(budgets: string, { isOpen = true, more = '', patience = PATIENT } = {}) {
  await until(() => isOneDay() || undefined);
  const model = await vendor({ isOpen });
  const engine = await openRestate({ 'agent.config.yaml': config(budgets, more) }, { patience });
  let workers = 0;
  const work = (concurrency = 5) => {
    workers += 1;
    const home = join(engine.dir, `home-${workers}`);
    const env = { HOME: home, LOADOUT_USER: 'ann', ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: model.api.url };
    return engine.work({ elsewhere: workers > 1, concurrency, env });
  };
  const submit = async () => (await engine.command('submit', 'worker', 'Go on.')).trim();
  const listed = async () => JSON.parse(await engine.command('cost', '--engine', '--json')) as readonly ListedBudget[];
  return {
    ...engine,
    model,
    work,
    submit,
    budgets: listed,
    /** Resolves with the first budget once it has so many requests without an end. The end of a request is not waited for. */
    untilOpen: (open: number) => until(async () => (await listed()).find((one) => one.open === open)),
    /** Resolves with the end of each run, as `success` or the code of its error. */
    ends: async (runs: readonly string[]) => {
      const ends: string[] = [];
      for (const run of runs) {
        const { view } = await engine.untilRun(run, ({ state }) => state === 'ended');
        ends.push(view?.end?.error?.code ?? view?.end?.outcome ?? '');
      }
      return ends;
    },
  };
}

describe('a budget on an engine', () => {
  it('holds for all workers: runs that fit are paid, and the others are refused', async () => {
    const { model, work, submit, ends, untilOpen, command, untilRun } = await shop('{ team: { usd: 4.2, per: day } }');
    await work();
    await work();
    const runs = await Promise.all(Array.from({ length: 8 }, submit));
    const counts = (await ends(runs)).sort();
    expect(counts).toEqual([...Array(4).fill('BUDGET_REACHED'), ...Array(4).fill('success')]);
    expect(model.charged()).toBe(4);
    const team = await untilOpen(0);
    expect(team).toMatchObject({ name: 'team', config: 'money', usd: 4.2, per: 'day' });
    expect([team.spent, team.held, team.left].map((usd) => usd.toFixed(3))).toEqual(['4.000', '0.000', '0.200']);
    expect(await command('cost', '--engine')).toMatch(/team +money +\$4\.2 per day +\$4\.0000 +\$0\.0000 +\$0\.2000 +0/);
    const [refused] = (await Promise.all(runs.map((run) => untilRun(run, () => true)))).filter(
      ({ view }) => view?.end?.outcome !== 'success',
    );
    expect(refused?.view?.end?.error?.message).toMatch(
      /The budget "team" \(\S+:3:\d+\) of 4\.2 US dollars per day is not enough for another request: 4 is spent or held/,
    );
  });

  it('lets a request wait while another worker holds the money, without a place in the queue being lost', async () => {
    const { model, work, submit, ends, budgets, untilOpen } = await shop('{ team: { usd: 4.2, per: day } }', { isOpen: false });
    await work(2);
    await work(2);
    const runs = await Promise.all(Array.from({ length: 3 }, submit));
    await until(() => model.api.requests[0]);
    const [team] = await budgets();
    expect([team?.open, team?.spent]).toEqual([1, 0]);
    expect(model.api.requests).toHaveLength(1);
    model.open();
    expect(await ends(runs)).toEqual(['success', 'success', 'success']);
    expect((await untilOpen(0)).spent).toBeCloseTo(3);
  });

  it('of one agent, of all users and of each user is counted by itself', async () => {
    const all = `
  each: { usd: 100, per: month, user: '*' }
  other: { usd: 0.1, per: day, user: bob }
  writer: { usd: 100, per: day, agent: worker }`;
    const { work, submit, ends, budgets } = await shop(all);
    await work();
    expect(await ends([await submit(), await submit()])).toEqual(['success', 'success']);
    expect(
      (await budgets()).map(({ name, per, agent, user, spent }) => ({ name, per, agent, user, spent: Math.round(spent) })),
    ).toEqual([
      { name: 'each', per: 'month', user: 'ann', spent: 2 },
      { name: 'writer', per: 'day', agent: 'worker', spent: 2 },
    ]);
  });
});

describe('a worker that holds money', () => {
  it('and is killed has its request counted as the most that it could have cost', async () => {
    const { model, work, submit, ends, untilOpen } = await shop('{ team: { usd: 9, per: day } }', { isOpen: false });
    const first = await work();
    const run = await submit();
    await until(() => model.api.requests[0]);
    await work();
    process.kill(first.pid, 'SIGKILL');
    await until(() => model.api.requests[1]);
    model.open();
    expect(await ends([run])).toEqual(['success']);
    const { spent, held } = await untilOpen(1);
    expect([spent.toFixed(2), held.toFixed(2)]).toEqual(['1.00', '4.00']);
    // 4 US dollars are left. Nobody waits for the request of the killed worker.
    const more = await Promise.all(Array.from({ length: 4 }, submit));
    expect((await ends(more)).sort()).toEqual(['BUDGET_REACHED', 'success', 'success', 'success']);
  });

  it('and is stopped is fenced, and its request stays counted', async () => {
    const { model, work, submit, ends, untilOpen } = await shop('{ team: { usd: 9, per: day } }', {
      isOpen: false,
      patience: IMPATIENT,
    });
    const first = await work();
    const run = await submit();
    await until(() => model.api.requests[0]);
    await work();
    process.kill(first.pid, 'SIGSTOP');
    await until(() => model.api.requests[1]);
    model.open();
    expect(await ends([run])).toEqual(['success']);
    await first.ended;
    const { spent, held } = await untilOpen(1);
    expect([spent.toFixed(2), held.toFixed(2)]).toEqual(['1.00', '4.00']);
  });

  it('and ends by a signal gives back the money of a request that has no answer', async () => {
    const { model, work, submit, ends, untilOpen } = await shop('{ team: { usd: 9, per: day } }', { isOpen: false });
    const first = await work();
    const run = await submit();
    await until(() => model.api.requests[0]);
    process.kill(first.pid, 'SIGTERM');
    await first.ended;
    await work();
    model.open();
    expect(await ends([run])).toEqual(['success']);
    expect((await untilOpen(0)).spent).toBeCloseTo(1);
  });

  it('and loses its engine for a while gives the money back when the engine is there again', async () => {
    const { model, work, submit, ends, untilOpen, restart } = await shop('{ team: { usd: 9, per: day } }', { isOpen: false });
    await work();
    const run = await submit();
    await until(() => model.api.requests[0]);
    await restart?.();
    await until(() => model.api.requests[1]);
    model.open();
    expect(await ends([run])).toEqual(['success']);
    expect((await untilOpen(0)).spent).toBeCloseTo(1);
  });

  it('does not start if it cannot reach the engine that has the money', async () => {
    const { dir, env } = await shop('{ team: { usd: 9, per: day } }');
    const nowhere = { ...env, LOADOUT_ENGINE: 'http://127.0.0.1:1', ANTHROPIC_API_KEY: 'k' };
    const { code, stderr } = await loadout(['worker'], { cwd: dir, env: nowhere });
    expect([code, stderr]).toEqual([2, expect.stringContaining('ENGINE_UNREACHABLE')]);
    expect(stderr).toContain('http://127.0.0.1:1/restate/health');
  });
});
