import { type EarlierWork, NO_EARLIER_WORK } from '../ground/exchange.js';
import type { OpenSession } from '../session/session.js';
import { workOnPrompt } from '../session/tree-on-record.js';
import type { AgentSpec } from '../spec/agent-spec.js';

/** Returns the work that the limits of a run count from the start. A new prompt has all limits for itself. */
export function earlierWork(
  session: OpenSession,
  { prompt, spec: { limits, usdFor } }: { readonly prompt: unknown; readonly spec: Pick<AgentSpec, 'limits' | 'usdFor'> },
): EarlierWork {
  if (prompt !== undefined || session.source !== 'resume') return NO_EARLIER_WORK;
  const { answers, toolTurns, ms } = session.work.onPrompt;
  // Only these two limits include the agents under an agent, whose sessions have to be read.
  const isOfTree = limits.toolCalls !== undefined || (limits.usd !== undefined && usdFor === 'run');
  const { toolCalls, usd } = isOfTree ? workOnPrompt(session) : NO_EARLIER_WORK;
  return { answers, toolTurns, toolCalls, usd, ms };
}
