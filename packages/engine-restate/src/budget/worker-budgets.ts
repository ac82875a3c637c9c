import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { BudgetPlan, BudgetRoom, BudgetShare, HeldMoney, Plan, SharedBudgets } from '@loadout/core/run';
import { untilAborted } from '@loadout/node';
import type { EngineClock } from '../engine/engine-clock.js';
import { ask, type Endpoint } from '../engine/request.js';
import { errors } from '../errors.js';
import { BudgetLine } from './budget-line.js';
import type { Wanted } from './budget-state.js';
import type { About } from './messages.js';

const CLOSE_MS = 5_000;
const PAUSE_MS = 500;
const PATIENCE_MS = 10_000;
/** The room of a budget that was not asked, since another refused. */
const UNASKED: BudgetRoom = { left: Number.POSITIVE_INFINITY, underWay: 0 };

interface BudgetParts {
  readonly ingress: Endpoint;
  readonly plan: Pick<Plan, 'name' | 'budgets'>;
  /** The time for which an engine that does not answer is asked again, before a request is refused. Default 10,000. */
  readonly patienceMs?: number | undefined;
}

interface RunWish extends Pick<Wanted, 'id' | 'usd' | 'run' | 'round'> {
  readonly signal: AbortSignal;
}

/** The budgets of the engine, as the runs of one worker use them. */
export class WorkerBudgets {
  readonly #ingress: Endpoint;
  readonly #config: string | undefined;
  readonly #patienceMs: number;
  readonly #clock: EngineClock;
  readonly #lines = new Map<string, BudgetLine>();

  /** Throws ENGINE_UNNAMED for a configuration with budgets of its own and without a name. */
  constructor({ ingress, plan, patienceMs = PATIENCE_MS }: BudgetParts) {
    this.#ingress = ingress;
    this.#clock = ingress.clock;
    this.#patienceMs = patienceMs;
    this.#config = plan.name;
    for (const budget of plan.budgets ?? []) this.#scopeOf(budget);
  }

  /** Finds out whether the engine can be asked, and what time it has. Throws ENGINE_UNREACHABLE, ENGINE_ANSWER. */
  async checkConnection(): Promise<void> {
    const path = '/restate/health';
    const { status, text } = await ask(this.#ingress, path);
    if (status >= 300) throw errors.ENGINE_ANSWER({ url: this.#ingress.url + path, status, text });
  }

  /** Returns the budgets for one round of a run. Earlier rounds of the run are over once this one asks. */
  of(run: string): SharedBudgets {
    const round = randomBytes(8).toString('hex');
    let count = 0;
    return {
      place: `the engine at ${this.#ingress.url}`,
      hold: async (shares, { usd, signal }) => {
        count += 1;
        return this.#holdAll(shares, { id: `${round}-${count}`, usd, run, round, signal });
      },
      changed: async (share, { usd, signal }) => {
        const of = { usd: share.plan.usd, per: share.plan.per };
        try {
          await this.#line(this.#about(share)).wait({ usd, of, at: this.#clock.now() }, signal);
        } catch {
          // The next attempt to hold the money finds out whether the engine can be reached.
          await pause(PAUSE_MS, undefined, { signal }).catch(() => {});
        }
      },
    };
  }

  /** Sends what is left to the engine. An end that the engine does not get counts as the most that the request could have cost. */
  async close(): Promise<void> {
    const over = new AbortController();
    const closed = Promise.all([...this.#lines.values()].map((line) => line.close()));
    await Promise.race([closed, pause(CLOSE_MS, undefined, { signal: over.signal }).catch(() => {})]);
    over.abort();
  }

  async #holdAll(shares: readonly BudgetShare[], wish: RunWish): Promise<HeldMoney | readonly BudgetRoom[]> {
    const settles: HeldMoney['settle'][] = [];
    const settle = (cost: number | null) => {
      for (const one of settles) one(cost);
    };
    try {
      for (const [at, share] of inOrder(shares)) {
        const { isHeld, room, settle: own } = await this.#holdIn(share, wish);
        if (!isHeld) {
          settle(0);
          return shares.map((_, index) => (index === at ? room : UNASKED));
        }
        settles.push(own);
      }
    } catch (error) {
      settle(0);
      throw error;
    }
    return { settle };
  }

  /** Holds the money of one budget. An interrupted run does not wait for the answer, which may still hold the money. */
  async #holdIn(share: BudgetShare, { signal, ...wish }: RunWish) {
    signal.throwIfAborted();
    const about = this.#about(share);
    const line = this.#line(about);
    const settle = (usd: number | null) => line.settle({ id: wish.id, usd });
    const answer = line.hold({ ...wish, of: { usd: share.plan.usd, per: share.plan.per } }, about);
    try {
      return { ...(await untilAborted(answer, signal)), settle };
    } catch (error) {
      void answer.then(({ isHeld }) => (isHeld ? settle(0) : undefined)).catch(() => {});
      throw error;
    }
  }

  #about({ plan, agent, user }: BudgetShare): About {
    const { name, usd, per } = plan;
    return { name, usd, per, config: this.#scopeOf(plan), agent, user };
  }

  /** The name alone tells a configuration from the others of an engine: machines have different folders, and each edit another hash. */
  #scopeOf({ name, everywhere, position }: BudgetPlan): string | undefined {
    if (everywhere === true) return undefined;
    if (!this.#config) throw errors.ENGINE_UNNAMED({ budget: name }, { position });
    return this.#config;
  }

  #line({ name, config, agent, user }: About): BudgetLine {
    const key = JSON.stringify([name, config ?? null, agent ?? null, user ?? null]);
    const parts = { ingress: this.#ingress, clock: this.#clock, patienceMs: this.#patienceMs };
    const line = this.#lines.get(key) ?? new BudgetLine({ ...parts, key });
    this.#lines.set(key, line);
    return line;
  }
}

/** Returns budgets in an order that is the same for all requests, so that no two requests hold what the other one wants. */
function inOrder(shares: readonly BudgetShare[]): readonly (readonly [number, BudgetShare])[] {
  const nameOf = ({ plan, agent = '', user = '' }: BudgetShare) => JSON.stringify([plan.name, plan.everywhere, agent, user]);
  return shares.map((share, at) => [at, share] as const).sort(([, a], [, b]) => (nameOf(a) < nameOf(b) ? -1 : 1));
}
