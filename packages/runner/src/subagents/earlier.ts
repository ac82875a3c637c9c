import { existsSync } from 'node:fs';
import { errors } from '../report/errors.js';
import { agentsOf } from '../session/open-session.js';
import { replayRecords } from '../session/replay.js';
import type { OpenSession } from '../session/session.js';

/** What agent it was that goes on: that of its first start. Source: AGENT-10. */
export const earlierType = (under: OpenSession, id: string): string => headerOf(under, id).agent;

/** The folder that it was started in, where that is another than its parent's and still there: it is then its only one, as before. */
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
