import { dirname } from 'node:path';
import { messageOf } from '@loadout/core';
import { runHooks } from '@loadout/core/run';
import { cleanSessions, type RunResult } from '@loadout/sessions';
import type { Calling } from '../context/run-context.js';
import { tellStopFailure } from '../hooks/stop-hooks.js';
import type { Ending } from '../turn/ending.js';
import { recordedResult } from './run-result.js';
import type { RunState } from './run-state.js';

/** Ends a run after its last call: fires the end hooks, closes everything that the session holds, and ends the journal. */
export async function endRun(run: RunState, ending: Ending, started: number): Promise<RunResult> {
  await windUp(run, ending);
  const result = recordedResult(run, ending, started);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
  run.emit({ type: 'result', result });
  return result;
}

/** Ends a conversation in the same way, but without a result. */
export async function endConversation(run: RunState, ending: Ending): Promise<void> {
  await windUp(run, ending);
  await attempt(run, () => run.session.close());
  cleanInBackground(run);
}

/** Runs one step of an ending. If the step fails, the later steps still run. */
export async function attempt({ emit }: Pick<RunState, 'emit'>, step: () => unknown): Promise<void> {
  try {
    await step();
  } catch (error) {
    emit({ type: 'notice', message: `Ending the run: ${messageOf(error)}` });
  }
}

/** Cleans old sessions after all work that somebody waits for. A failure never fails the run. */
function cleanInBackground({ spec, session, parent }: RunState): void {
  const { retention } = spec.sessions;
  if (retention === undefined || parent !== undefined) return;
  setImmediate(() => {
    try {
      cleanSessions({ dir: dirname(session.place.file) }, { retention, now: Date.now() });
    } catch {
      // Another process may have removed a file in between. The next day's cleaning removes the rest.
    }
  });
}

/** Fires the hooks of the end, also of a run whose signal is aborted. */
function tellEnd({ calls }: Calling, reason: string): unknown {
  const env = { ...calls(), signal: new AbortController().signal };
  return env.hooks.has('SessionEnd') && runHooks('SessionEnd', { reason }, env);
}

async function windUp(run: RunState, ending: Ending): Promise<void> {
  const { parent, services } = run;
  const tell = async () => {
    for (const message of await services.dispose()) run.emit({ type: 'notice', message });
  };
  await attempt(run, () => run.watched.close());
  if (ending.outcome === 'error_model') await attempt(run, () => tellStopFailure(run, ending.error));
  if (parent === undefined) await attempt(run, () => tellEnd(run, ending.reason ?? ending.outcome));
  await attempt(run, () => run.calls().background?.stop());
  await attempt(run, () => run.tools.close());
  await attempt(run, tell);
}
