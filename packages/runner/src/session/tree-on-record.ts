import {
  type SessionHeader,
  type SessionPlace,
  type SessionStore,
  type Work,
  type WorkOnRecord,
  workOnRecord,
} from '@loadout/sessions';
import { agentsOf } from './open-session.js';

/** A session, as far as its agents and their records go. */
export interface TreeOnRecord {
  readonly store: SessionStore;
  readonly place: SessionPlace;
  readonly header: SessionHeader;
  readonly work: WorkOnRecord;
}

/** The money and the calls of an agent and of the agents under it. */
interface TreeWork {
  /** US dollars; `null` if the cost of an answer is unknown. */
  readonly usd: number | null;
  readonly toolCalls: number;
}

/** Returns the work of a session since it began, with that of all agents under it. */
export function workOfTree(session: TreeOnRecord): TreeWork {
  const agents = agentsUnder(session);
  return sumOf([own(session.work.inAll, agents), ...agents.map(workOfTree)]);
}

/** Returns the work on the newest prompt of a session, with that of the agents that its calls have started. */
export function workOnPrompt(session: TreeOnRecord): TreeWork {
  const { usd, ended, interrupted, called } = session.work.onPrompt;
  const isOf = (id: string | undefined) => id !== undefined && called.has(id);
  const all = agentsUnder(session);
  const agents = all.filter(({ header }) => isOf(header.startedBy));
  const ofPrompt = { usd, ended: new Set([...ended].filter(isOf)), interrupted };
  return sumOf([own(ofPrompt, all), ...agents.map(workOfTree)]);
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

/** Returns the work of one agent. An interrupted call does not count yet if it runs again, because its agent continues. */
function own(
  { usd, ended, interrupted }: Pick<Work, 'usd' | 'ended' | 'interrupted'>,
  agents: readonly TreeOnRecord[],
): TreeWork {
  const again = new Set(agents.map(({ work }) => work.askedBy));
  return { usd, toolCalls: ended.size + [...interrupted].filter((id) => !again.has(id)).length };
}

const sumOf = (all: readonly TreeWork[]): TreeWork => ({
  usd: all.reduce<number | null>((sum, { usd }) => (sum === null || usd === null ? null : sum + usd), 0),
  toolCalls: all.reduce((sum, { toolCalls }) => sum + toolCalls, 0),
});
