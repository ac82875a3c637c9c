import type { Subagent, SubagentResult } from '@loadout/core';
import { contextTokens, type Message, textOf } from '@loadout/core/model';
import type { ToolPool } from '@loadout/core/run';
import { type AskingCall, type PendingCall, type ReplayedSession, type RunResult, replayRecords } from '@loadout/sessions';
import { modelText } from '../prompts/model-texts.js';
import { agentsOf } from '../session/open-session.js';
import type { OpenSession } from '../session/session.js';
import { toolWith } from '../tools/find-tools.js';

/** An agent that a call started in an earlier process. */
export interface LeftAgent {
  readonly id: string;
  readonly replayed: ReplayedSession;
}

/** Finds the agent of a call that an earlier process of this session left open (decision 0060). */
export function leftAgent(session: OpenSession, call: string): LeftAgent | undefined {
  const id = leftId(session, call);
  const store = agentsOf(session);
  return id === undefined ? undefined : { id, replayed: replayRecords(store.read(store.place(id))) };
}

const leftId = (session: OpenSession, call: string): string | undefined =>
  session.left.has(call)
    ? agentsOnRecord(session).find(({ by }) => by?.call === call && by.session === session.id)?.id
    : undefined;

interface AgentOnRecord {
  readonly id: string;
  readonly name: string;
  readonly by: AskingCall | undefined;
  readonly isUnfinished: boolean;
}

/** The agents that earlier processes left, read once for a session: each may have megabytes, and each open call looks for its agent. */
const onRecord = new WeakMap<OpenSession, readonly AgentOnRecord[]>();

function agentsOnRecord(session: OpenSession): readonly AgentOnRecord[] {
  const store = agentsOf(session);
  const agents =
    onRecord.get(session) ??
    store.list().map((place) => {
      const { by, ended, header, lastResult } = replayRecords(store.read(place));
      return { id: place.id, name: header.agent, by, isUnfinished: !ended || lastResult?.outcome === 'interrupted' };
    });
  onRecord.set(session, agents);
  return agents;
}

/** Returns the calls that an earlier process left open. A call whose agent is on record runs again, and the agent continues. */
export const withAgents = (session: OpenSession, pending: readonly PendingCall[]): readonly PendingCall[] =>
  pending.map((call) => {
    if (call.state === 'interrupted' && leftId(session, call.use.id) !== undefined) return { ...call, state: 'open' };
    // The agent belongs to the session that was forked. The call would start another, which repeats what the agent has done.
    return call.state === 'open' && isOfOther(session, call.use.id) ? { ...call, state: 'interrupted' } : call;
  });

const isOfOther = (session: OpenSession, call: string): boolean =>
  session.header.forkedFrom !== undefined &&
  agentsOnRecord(session).some(({ by }) => by?.call === call && by.session !== session.id);

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
  const lost = agentsOnRecord(session).filter(
    ({ by, isUnfinished }) =>
      isUnfinished && by?.inBackground === true && by.session === session.id && !session.left.has(by.call),
  );
  const starter = toolWith(pool, 'starts-agents')?.name;
  return lost.map(({ id, name }) => modelText.lostAgent({ id, name, starter })).filter((text) => !session.holds(text));
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
