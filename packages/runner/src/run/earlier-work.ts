import type { LimitsPlan } from '@loadout/core';
import { type EarlierWork, NO_EARLIER_WORK } from '../ground/exchange.js';
import type { OpenSession } from '../session/session.js';
import { callsBeforeNewest, workOnPrompt } from '../session/tree-on-record.js';

/** Returns the work that the limits of a run count from the start. A new prompt has all limits for itself. */
export function earlierWork(
  session: OpenSession,
  { prompt, limits }: { readonly prompt: unknown; readonly limits: LimitsPlan },
): EarlierWork {
  if (prompt !== undefined || session.source !== 'resume') return NO_EARLIER_WORK;
  const { answers, toolTurns, ms } = session.work.onPrompt;
  // Only these two limits include the agents under an agent, whose sessions have to be read.
  const isOfTree = limits.toolCalls !== undefined || limits.usd !== undefined;
  const { toolCalls, usd } = isOfTree ? workOnPrompt(session) : NO_EARLIER_WORK;
  const callsBefore = limits.toolCalls === undefined ? undefined : callsBeforeNewest(session);
  return { answers, toolTurns, toolCalls, callsBefore, usd, ms };
}
