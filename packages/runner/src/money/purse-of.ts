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
  readonly emit: (event: { readonly type: 'notice'; readonly message: string }) => void;
}

/** Returns the purse of an agent. The limit of a resumed session counts what its earlier runs have spent, by the ledger. */
export function purseOf({ spec, session, sessionId, agentId, parent, emit }: Opened): Purse {
  const { ledger, budgets } = spec.accounts;
  const isBound = spec.limits.usd !== undefined || budgets.length > 0 || parent?.purse.isBound === true;
  const isOfSession = session.source === 'resume' && spec.usdFor === 'session' && spec.limits.usd !== undefined;
  if (!isOfSession || ledger === undefined) return new Purse({ isBound });
  const since = dayOf(Date.parse(session.header.startedAt));
  const ofAgent = agentId === 'main' ? undefined : agentId;
  const earlier = () => {
    try {
      return spentBefore(ledger.dir, { session: sessionId, agentId: ofAgent, since });
    } catch (error) {
      const problem = `the ledger in ${ledger.dir} cannot be read (${messageOf(error)})`;
      emit({ type: 'notice', message: `limits.usd does not count the earlier runs of this session: ${problem}.` });
      return 0;
    }
  };
  return new Purse({ isBound, earlier });
}
