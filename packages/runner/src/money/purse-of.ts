import { type LimitsPlan, messageOf } from '@loadout/core';
import type { Accounts } from './accounts.js';
import { dayOf } from './ledger-days.js';
import { spentBefore } from './ledger-requests.js';
import { Purse } from './purse.js';

interface Opened {
  readonly spec: { readonly limits: LimitsPlan; readonly usdFor: 'session' | 'run'; readonly accounts: Accounts };
  readonly session: { readonly source: 'startup' | 'resume' | 'fork'; readonly header: { readonly startedAt: string } };
  /** The id of the whole tree of agents. */
  readonly sessionId: string;
  readonly agentId: string;
  readonly parent?: { readonly purse: Purse } | undefined;
  /** Returns what the agent and those under it have spent so far, by the records of the session. */
  readonly recorded: () => number | null;
  /** The money that earlier processes have spent on the prompt of a run that goes on. */
  readonly onPrompt: number | null;
  readonly emit: (event: { readonly type: 'notice'; readonly message: string }) => void;
}

/**
 * Returns the purse of an agent. The limit of a resumed session counts what its earlier runs have spent: by its records, which
 * move with it, or by the ledger of this machine, which also has the requests of killed processes. The larger sum counts.
 */
export function purseOf({ spec, session, sessionId, agentId, parent, emit, recorded, onPrompt }: Opened): Purse {
  const { ledger, budgets } = spec.accounts;
  const isBound = spec.limits.usd !== undefined || budgets.length > 0 || parent?.purse.isBound === true;
  if (session.source !== 'resume' || spec.limits.usd === undefined) return new Purse({ isBound });
  if (spec.usdFor === 'run') return new Purse({ isBound, earlier: () => onPrompt });
  if (ledger === undefined) return new Purse({ isBound, earlier: recorded });
  const since = dayOf(Date.parse(session.header.startedAt));
  const ofAgent = agentId === 'main' ? undefined : agentId;
  const earlier = () => {
    const onRecord = recorded();
    try {
      return larger(spentBefore(ledger.dir, { session: sessionId, agentId: ofAgent, since }), onRecord);
    } catch (error) {
      const problem = `the ledger in ${ledger.dir} cannot be read (${messageOf(error)})`;
      emit({ type: 'notice', message: `limits.usd counts the earlier runs of this session by its records alone: ${problem}.` });
      return onRecord;
    }
  };
  return new Purse({ isBound, earlier });
}

const larger = (one: number | null, other: number | null) => (one === null || other === null ? null : Math.max(one, other));
