import { agentsOf } from './open-session.js';
import type { SessionHeader } from './records.js';
import type { SessionPlace } from './session-store.js';
import type { SessionStore } from './store.js';
import { type WorkOnRecord, workOnRecord } from './work-on-record.js';

/** A session, as far as its agents and their records go. */
export interface TreeOnRecord {
  readonly store: SessionStore;
  readonly place: SessionPlace;
  readonly header: SessionHeader;
  readonly work: WorkOnRecord;
}

/** The money and the calls of an agent and of the agents under it. */
export interface TreeWork {
  /** US dollars; `null` if the cost of an answer is unknown. */
  readonly usd: number | null;
  readonly toolCalls: number;
}

/** Returns the work of a session since it began, with that of all agents under it. */
export function workOfTree(session: TreeOnRecord): TreeWork {
  return sumOf([own(session.work.inAll), ...agentsUnder(session).map(workOfTree)]);
}

/** Returns the work on the newest prompt of a session, with that of the agents that its calls have started. */
export const workOnPrompt = (session: TreeOnRecord): TreeWork => workOfCalls(session, session.work.onPrompt.called);

/** Returns the number of calls before the last message of the model, with those of the agents that they have started. */
export function callsBeforeNewest(session: TreeOnRecord): number {
  const { called, newest } = session.work.onPrompt;
  return workOfCalls(session, new Set([...called].filter((id) => !newest.has(id)))).toolCalls;
}

function workOfCalls(session: TreeOnRecord, calls: ReadonlySet<string>): TreeWork {
  const { usd, ended } = session.work.onPrompt;
  const isOf = (id: string | undefined) => id !== undefined && calls.has(id);
  const agents = agentsUnder(session).filter(({ header }) => isOf(header.startedBy));
  return sumOf([{ usd, toolCalls: [...ended].filter(isOf).length }, ...agents.map(workOfTree)]);
}

/** Returns the agents directly under a session. Those of a fork's folder belong to the session that was forked. */
function agentsUnder(session: TreeOnRecord): readonly TreeOnRecord[] {
  if (session.header.forkedFrom !== undefined) return [];
  const store = agentsOf(session);
  return store.list().flatMap((place) => {
    const records = store.read(place);
    const [header] = records;
    return header?.t === 'session' ? [{ store, place, header, work: workOnRecord(records) }] : [];
  });
}

const own = ({ usd, ended }: WorkOnRecord['inAll']): TreeWork => ({ usd, toolCalls: ended.size });

const sumOf = (all: readonly TreeWork[]): TreeWork => ({
  usd: all.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0),
  toolCalls: all.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
});
