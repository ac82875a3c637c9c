import type { Subagent, SubagentResult } from '@loadout/core';
import { type Message, textOf } from '@loadout/core/model';
import type { ToolPool } from '@loadout/core/run';
import type { RunResult } from '../report/events.js';
import { contextTokens } from '../report/usage.js';
import { agentsOf } from '../session/open-session.js';
import type { AskingCall } from '../session/records.js';
import { type PendingCall, type ReplayedSession, replayRecords } from '../session/replay.js';
import type { OpenSession } from '../session/session.js';
import { told } from '../told/told.js';
import { toolWith } from '../tools/find-tools.js';

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

/** Returns a text for the model about each agent that worked in the background and ended with its process, unless it was told. */
export function lostAgents(session: OpenSession, pool: ToolPool): readonly string[] {
  const store = agentsOf(session);
  const agents = store.list().map((place) => ({ id: place.id, ...replayRecords(store.read(place)) }));
  const lost = agents.filter(({ by, ended, lastResult }) => {
    const isOurs = by?.inBackground === true && by.session === session.id && !session.left.has(by.call);
    return isOurs && (!ended || lastResult?.outcome === 'interrupted');
  });
  const starter = toolWith(pool, 'starts-agents')?.name;
  const heard = lost.length === 0 ? '' : JSON.stringify(session.messages);
  return lost
    .map(({ id, header }) => told.lostAgent({ id, name: header.agent, starter }))
    .filter((text) => !heard.includes(text));
}

interface Ended {
  readonly result: Omit<RunResult, 'structuredOutput'>;
  /** The messages since the agent got its task. */
  readonly said: readonly Message[];
}

/** Builds the result. An agent that did not finish may have written texts before. Source: AGENT-13. */
export function subagentResult(agentId: string, { result, said }: Ended): SubagentResult {
  const last = said.findLast((message) => message.role === 'assistant' && textOf(message).trim() !== '');
  return {
    agentId,
    outcome: result.outcome,
    text: result.outcome === 'success' || result.text !== '' || last === undefined ? result.text : textOf(last),
    error: result.error?.message,
    turns: result.turns,
    toolCalls: result.toolCalls,
    tokens: contextTokens(result.usage),
    usage: result.usage,
    durationMs: result.durationMs,
  };
}
