import type { ModelRequest } from '@loadout/core';
import type { RequestPurpose } from '../report/events.js';
import type { Payer } from './payer.js';
import type { Purse } from './purse.js';
import { type Counted, fixedTokens } from './worst-cost.js';

/** The size of `system` and `tools` in the last turn of an agent, by our estimate. */
const fixedBefore = new WeakMap<Purse, number>();

/** Returns what the last turn's model counted of the conversation, for a request that repeats it. */
export function countedBy(
  { purse, session }: Pick<Payer, 'purse' | 'session'>,
  { purpose, request }: { readonly purpose: RequestPurpose; readonly request: ModelRequest },
): Counted | undefined {
  if (purpose !== 'turn') return undefined;
  const fixed = fixedTokens(request);
  const before = fixedBefore.get(purse) ?? fixed;
  fixedBefore.set(purse, fixed);
  return session.contextTokens === 0 ? undefined : { tokens: session.contextTokens, fixed: before };
}
