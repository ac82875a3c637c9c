import { existsSync } from 'node:fs';
import { errors } from '../report/errors.js';
import { agentsOf } from '../session/open-session.js';
import { replayRecords } from '../session/replay.js';
import type { OpenSession } from '../session/session.js';

/** Returns the type of a resumed agent, as of its first start. Source: AGENT-10. */
export const earlierType = (under: OpenSession, id: string): string => headerOf(under, id).agent;

/**
 * Returns the folder that the agent was started in, if it differs from the parent's and still exists. The folder is again the
 * agent's only one.
 */
export function earlierPlace(under: OpenSession, id: string): string | undefined {
  const { cwd } = headerOf(under, id);
  return cwd !== under.cwd && existsSync(cwd) ? cwd : undefined;
}

function headerOf(under: OpenSession, id: string) {
  const store = agentsOf(under);
  const place = store.place(id);
  if (!store.has(place)) throw errors.SUBAGENT_GONE({ id });
  return replayRecords(store.read(place)).header;
}
