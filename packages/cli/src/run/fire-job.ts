import { existsSync, readFileSync } from 'node:fs';
import {
  type Agent,
  type ReplayedSession,
  type Run,
  replaySession,
  type SessionRecord,
  sessionFolder,
  sessionPlace,
} from '@loadout/runner';
import type { DueJob, FireEnd } from '@loadout/tool-schedule';

/** One fire of a schedule as a run of the agent. What began before the last process ended is gone on with, in its own session. */
export async function fireJob(
  due: Pick<DueJob, 'prompt' | 'session' | 'began'>,
  { agent, signal }: { readonly agent: Agent; readonly signal: AbortSignal },
): Promise<FireEnd> {
  const before = due.session === undefined ? undefined : sessionBefore(due.session, agent);
  if (before?.outcome !== undefined && before.outcome !== 'interrupted') return endOf(before.outcome, signal);
  const run = start(due, { agent, replayed: before?.replayed });
  // Before anything of the run can happen: it goes on only when this function lets go.
  due.began(run.sessionId);
  const interrupt = () => run.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    return endOf((await run.result).outcome, signal);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** A session that never got its prompt gets it now. */
function start(
  due: Pick<DueJob, 'prompt'>,
  { agent, replayed }: { readonly agent: Agent; readonly replayed: ReplayedSession | undefined },
): Run {
  if (replayed === undefined) return agent.run(due.prompt);
  const isUnasked = replayed.messages.length === 0 && replayed.asked === undefined;
  return agent.run(isUnasked ? due.prompt : undefined, { resume: replayed.header.id });
}

const endOf = (outcome: string, signal: AbortSignal): FireEnd => ({
  outcome,
  failed: outcome !== 'success',
  unfinished: outcome === 'interrupted' && signal.aborted,
});

interface Before {
  readonly replayed: ReplayedSession;
  /** How its last run ended; absent when it was killed. */
  readonly outcome: string | undefined;
}

/** `undefined`: nothing of it can be read, so nothing of it happened. */
function sessionBefore(id: string, { spec }: Agent): Before | undefined {
  const folder = sessionFolder({ workspace: spec.roots[0] ?? '', dir: spec.sessions.dir, env: spec.env });
  const { file } = sessionPlace(folder, id);
  if (!existsSync(file)) return undefined;
  const replayed = replaySession(file);
  return { replayed, outcome: replayed.ended ? lastOutcome(file) : undefined };
}

function lastOutcome(file: string): string | undefined {
  const record = JSON.parse(readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? 'null') as SessionRecord | null;
  return record?.t === 'end' ? record.result.outcome : undefined;
}
