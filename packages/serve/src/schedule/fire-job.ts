import { existsSync, readFileSync } from 'node:fs';
import { type RunWatcher, watchRun } from '@loadout/command/runs';
import type { Agent, Run } from '@loadout/runner';
import { type ReplayedSession, replaySession, type SessionRecord, sessionFolder, sessionPlace } from '@loadout/sessions';
import type { DueJob, FireEnd } from '@loadout/tool-schedule';

/** Runs the agent for one fire of a schedule. A job that began before the last process ended continues in its own session. */
export async function fireJob(
  due: Pick<DueJob, 'prompt' | 'session' | 'began'>,
  { agent, signal, watcher }: { readonly agent: Agent; readonly signal: AbortSignal; readonly watcher?: RunWatcher | undefined },
): Promise<FireEnd> {
  const before = due.session === undefined ? undefined : sessionBefore(due.session, agent);
  if (before?.outcome !== undefined && before.outcome !== 'interrupted') return endOf(before.outcome, signal);
  const run = start(due, { agent, replayed: before?.replayed });
  // This call comes before every event of the run, because the run proceeds only after this function yields.
  due.began(run.sessionId);
  const watching = watcher === undefined ? undefined : watchRun(run, { agent: agent.name, watcher });
  const interrupt = () => run.interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  try {
    const { outcome } = await run.result;
    await watching;
    return endOf(outcome, signal);
  } finally {
    signal.removeEventListener('abort', interrupt);
  }
}

/** A session that never got its prompt gets the prompt now. */
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
  /** The outcome of the last run; absent for a killed run. */
  readonly outcome: string | undefined;
}

/** `undefined` if the session cannot be read. Then nothing of the job has happened. */
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
