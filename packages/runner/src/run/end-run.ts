import { dirname } from 'node:path';
import { runHooks } from '@loadout/core';
import type { Calling } from '../ground/ground.js';
import { tellStopFailure } from '../hooks/stop-failure.js';
import type { RunResult } from '../report/events.js';
import { cleanSessions } from '../session/clean-sessions.js';
import type { Ending } from '../turn/ending.js';
import { recordedResult } from './run-result.js';
import type { RunState } from './run-state.js';

/** After the last call: hooks hear of it, all that the session holds is closed, and the journal ends. */
export async function endRun(run: RunState, ending: Ending, started: number): Promise<RunResult> {
  await windUp(run, ending);
  const result = recordedResult(run, ending, started);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
  run.emit({ type: 'result', result });
  return result;
}

/** A conversation is over: as the end of a run, but that nobody waits for a result. */
export async function endConversation(run: RunState, ending: Ending): Promise<void> {
  await windUp(run, ending);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
}

/** One step of an end: if it fails, the steps behind it are still taken. */
export async function attempt({ emit }: Pick<RunState, 'emit'>, step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    emit({ type: 'notice', message: `Ending the run: ${messageOf(error)}` });
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Behind everything that somebody waits for, and never a reason for a run to fail. */
function cleanInBackground({ spec, session, parent }: RunState): void {
  const { retention } = spec.sessions;
  if (retention === undefined || parent !== undefined) return;
  setImmediate(() => {
    try {
      cleanSessions({ dir: dirname(session.place.file) }, { retention, now: Date.now() });
    } catch {
      // Another process may have taken a file away in between; the next day cleans what is left.
    }
  });
}

async function windUp(run: RunState, ending: Ending): Promise<void> {
  const { calls, parent, services } = run;
  const endCalls: Calling['calls'] = { ...calls, signal: new AbortController().signal };
  const tell = async () => {
    for (const message of await services.dispose()) run.emit({ type: 'notice', message });
  };
  await attempt(run, () => run.watched.close());
  if (ending.outcome === 'error_model') await attempt(run, () => tellStopFailure(run, ending.error));
  if (parent === undefined) await attempt(run, () => runHooks('SessionEnd', { reason: ending.outcome }, endCalls));
  await attempt(run, () => calls.background?.stop());
  await attempt(run, () => run.tools.close());
  await attempt(run, tell);
}
