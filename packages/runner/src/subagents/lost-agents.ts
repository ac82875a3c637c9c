import { agentsOf } from '../session/open-session.js';
import { replayRecords } from '../session/replay.js';
import type { OpenSession } from '../session/session.js';
import { told } from '../told/told.js';

/** Returns a text for the model about each agent that worked in the background and ended with its process, unless it was told. */
export function lostAgents(session: OpenSession): readonly string[] {
  const store = agentsOf(session);
  const agents = store.list().map((place) => ({ id: place.id, ...replayRecords(store.read(place)) }));
  const lost = agents.filter(({ by, ended, lastResult }) => {
    const isOurs = by?.inBackground === true && by.session === session.id && !session.left.has(by.call);
    return isOurs && (!ended || lastResult?.outcome === 'interrupted');
  });
  const heard = lost.length === 0 ? '' : JSON.stringify(session.messages);
  return lost.map(({ id, header }) => told.lostAgent(id, header.agent)).filter((text) => !heard.includes(text));
}
