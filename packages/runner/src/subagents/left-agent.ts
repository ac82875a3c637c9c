import type { Subagent } from '@loadout/core';
import { agentsOf } from '../session/open-session.js';
import type { AskingCall } from '../session/records.js';
import { type PendingCall, type ReplayedSession, replayRecords } from '../session/replay.js';
import type { OpenSession } from '../session/session.js';
import { subagentResult } from './subagent-result.js';

/** An agent that a call started in an earlier process. */
export interface LeftAgent {
  readonly id: string;
  readonly replayed: ReplayedSession;
}

/** Finds the agent of a call that an earlier process of this session left open (decision 0060). */
export const leftAgent = (session: OpenSession, call: string): LeftAgent | undefined =>
  session.left.has(call) ? agentOf(session, (by) => by.call === call && by.session === session.id) : undefined;

function agentOf(session: OpenSession, isBy: (by: AskingCall) => boolean): LeftAgent | undefined {
  const store = agentsOf(session);
  for (const place of store.list()) {
    const replayed = replayRecords(store.read(place));
    if (replayed.by !== undefined && isBy(replayed.by)) return { id: place.id, replayed };
  }
  return undefined;
}

/** Returns the calls that an earlier process left open. A call whose agent is on record runs again, and the agent continues. */
export const withAgents = (session: OpenSession, pending: readonly PendingCall[]): readonly PendingCall[] =>
  pending.map((call) => {
    if (call.state === 'interrupted' && leftAgent(session, call.use.id) !== undefined) return { ...call, state: 'open' };
    // The agent belongs to the session that was forked. The call would start another, which repeats what the agent has done.
    return call.state === 'open' && isOfOther(session, call.use.id) ? { ...call, state: 'interrupted' } : call;
  });

const isOfOther = (session: OpenSession, call: string): boolean =>
  session.header.forkedFrom !== undefined &&
  agentOf(session, (by) => by.call === call && by.session !== session.id) !== undefined;

/** Returns whether the agent had come to its end. An agent that waits for an answer has not. */
export const hasAnswered = ({ replayed: { ended, lastResult } }: LeftAgent): boolean =>
  ended && lastResult?.outcome !== 'deferred';

/** Returns an agent that had ended before its call could take the result. */
export function answeredAgent({ id, replayed }: LeftAgent, session: OpenSession): Subagent {
  const { lastResult, messages, header } = replayed;
  if (lastResult === undefined) throw new Error(`The agent ${id} has no result on record.`);
  return {
    agentId: id,
    type: header.agent,
    transcript: agentsOf(session).place(id).file,
    result: Promise.resolve(subagentResult(id, { result: lastResult, said: messages })),
    send: () => false,
    interrupt: () => {},
  };
}
