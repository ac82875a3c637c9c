import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { placeOfSession } from '@loadout/command/runs';
import type { Plan } from '@loadout/core/run';
import { beginningOf } from '@loadout/node';
import { replaySession, type SessionHeader, sessionFolder } from '@loadout/sessions';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { type ConfigFlags, loadPlan } from '../load/load-plan.js';

export interface ResumedSession {
  readonly id: string;
  /** The agent that the session was started with, or the one that goes on with it. */
  readonly agent: string;
}

/**
 * Finds the session to resume, and the agent that goes on with it: the one that the word names, or the one on record. This comes before
 * the plan for that agent is loaded, since no other agent's params need values.
 */
export async function sessionToResume(
  given: string | undefined,
  { word = '', flags, io }: { readonly word: string | undefined; readonly flags: ConfigFlags; readonly io: Io },
): Promise<ResumedSession | undefined> {
  if (given === undefined) return undefined;
  const { plan } = await loadPlan(flags, { io, wish: { keepParams: true, loadsNothing: true, tellsTrust: true } });
  const session = resumedSession(given, { plan, env: io.env });
  return Object.hasOwn(plan.agents, word) ? { ...session, agent: word } : session;
}

/**
 * Finds the session to resume. Throws SESSION_UNKNOWN, SESSION_DAMAGED, and SESSION_ELSEWHERE for one of another folder, whose
 * configuration would not apply here.
 */
export function resumedSession(
  given: string,
  { plan, env }: { readonly plan: Plan; readonly env: Readonly<Record<string, string | undefined>> },
): ResumedSession {
  const folder = sessionFolder({ workspace: realpathSync.native(plan.workspace), dir: plan.sessions.dir, env });
  const place = placeOfSession(given, { sessions: folder });
  const header = headerOf(place.file);
  if (dirname(place.file) !== folder.dir) throw errors.SESSION_ELSEWHERE({ id: place.id, cwd: header?.cwd });
  return { id: place.id, agent: header?.agent ?? replaySession(place.file).header.agent };
}

/** The header, read without the rest of the session. `undefined`: the file is missing, or its first line is none. */
function headerOf(file: string): Partial<SessionHeader> | undefined {
  try {
    return JSON.parse(beginningOf(file).split('\n', 1)[0] ?? '') as Partial<SessionHeader>;
  } catch {
    return undefined;
  }
}
