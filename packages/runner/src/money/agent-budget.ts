import { messageOf } from '@loadout/core';
import type { BudgetKeeper, LimitsPlan } from '@loadout/core/run';
import { Waiters } from '@loadout/node';

/** The money of one agent and of the agents under it, over all runs of its session. */
export class AgentBudget {
  #spent: number | null | undefined;
  #held = 0;
  #holders = 0;
  readonly #waiters = new Waiters();
  readonly #earlier: () => number | null;

  /** `earlier` returns what earlier runs of the session have spent; it is called once, with the first question for `spent`. */
  constructor(earlier: () => number | null = () => 0) {
    this.#earlier = earlier;
  }

  /** US dollars; `null` once the cost of an answer is unknown. */
  get spent(): number | null {
    if (this.#spent === undefined) this.#spent = this.#earlier();
    return this.#spent;
  }

  /** US dollars that the requests under way may still cost. */
  get held(): number {
    return this.#held;
  }

  hold(usd: number): void {
    this.#held += usd;
    this.#holders += 1;
  }

  /** Replaces the money that a request held by its cost. */
  settle(held: number, cost: number | null): void {
    const { spent } = this;
    this.#spent = spent === null || cost === null ? null : spent + cost;
    this.#holders -= 1;
    // Without this, a remainder of adding fractions would be held for ever.
    this.#held = this.#holders === 0 ? 0 : this.#held - held;
    this.#waiters.wake();
  }

  /** Resolves when a request is settled, or when the signal aborts. */
  settled(signal: AbortSignal): Promise<void> {
    return this.#waiters.wait(signal);
  }
}

interface Opened {
  readonly spec: {
    readonly limits: LimitsPlan;
    readonly usdFor: 'session' | 'run';
    readonly budgets: Pick<BudgetKeeper, 'ledger' | 'spentBefore'> | undefined;
  };
  readonly session: { readonly source: 'startup' | 'resume' | 'fork'; readonly header: { readonly startedAt: string } };
  /** The id of the whole tree of agents. */
  readonly sessionId: string;
  readonly agentId: string;
  /** Returns what the agent and those under it have spent so far, by the records of the session. */
  readonly recorded: () => number | null;
  /** The money that earlier processes have spent on the prompt of a run that goes on. */
  readonly onPrompt: number | null;
  readonly emit: (event: { readonly type: 'notice'; readonly message: string }) => void;
}

/**
 * Returns the budget of an agent. The limit of a resumed session counts what its earlier runs have spent: by its records, which
 * move with it, or by the ledger of this machine, which also has the requests of killed processes. The larger sum counts.
 */
export function budgetOf({ spec, session, sessionId, agentId, emit, recorded, onPrompt }: Opened): AgentBudget {
  const { budgets } = spec;
  if (session.source !== 'resume' || spec.limits.usd === undefined) return new AgentBudget();
  if (spec.usdFor === 'run') return new AgentBudget(() => onPrompt);
  if (budgets?.ledger === undefined) return new AgentBudget(recorded);
  const since = new Date(session.header.startedAt).toISOString().slice(0, 10);
  const ofAgent = agentId === 'main' ? undefined : agentId;
  return new AgentBudget(() => {
    const onRecord = recorded();
    try {
      return larger(budgets.spentBefore({ session: sessionId, agentId: ofAgent, since }), onRecord);
    } catch (error) {
      const problem = `the ledger in ${budgets.ledger} cannot be read (${messageOf(error)})`;
      emit({ type: 'notice', message: `limits.usd counts the earlier runs of this session by its records alone: ${problem}.` });
      return onRecord;
    }
  });
}

const larger = (one: number | null, other: number | null) => (one === null || other === null ? null : Math.max(one, other));
