import { dirname } from 'node:path';
import type { PoolTool } from '@loadout/core/run';
import { withPermitted } from '../call-tool.js';
import { isEndless, withinLimit } from '../mount/call-limit.js';
import { watch } from '../watch/watch.js';
import type { Problem } from './check.js';
import { processState, restoreProcess } from './process-state.js';
import { prepare, type ValidCase } from './tool-cases.js';
import { accessOf, failureOf, type Trial } from './trial.js';

interface Aborted {
  readonly one: ValidCase;
  readonly trial: Trial;
  readonly when: 'before it starts' | 'while it runs';
}

/** An aborted call ends within the grace, together with everything that it started. */
export async function abortProblem(own: PoolTool, { one, trial, when }: Aborted): Promise<Problem> {
  // Another check finds that the case has no end.
  if (trial.endless.has(one)) return undefined;
  const { context, input } = await prepare(one, trial);
  const { graceMs } = trial;
  const watching = watch();
  const state = processState();
  try {
    const parsed = await own.input.parse(input);
    const permitted = parsed.ok ? await accessOf(own, { input: parsed.value, context, trial }) : undefined;
    if (!parsed.ok || permitted === undefined) return undefined;
    if (when === 'before it starts') context.abort();
    else setImmediate(() => context.abort());
    const call = () => own.tool.call(parsed.value, withPermitted(context, permitted));
    const failure = await failureOf(() =>
      watching.record(graceMs).during('call', () => withinLimit({ ms: graceMs, what: 'call' }, call)),
    );
    if (isEndless(failure)) return `it still runs ${graceMs} ms after the abort`;
    await context.dispose();
    // A mounted plugin may keep things between calls, which its dispose ends.
    if (trial.watch !== undefined) return undefined;
    const left = await watching.left({ graceMs, folder: dirname(context.dir) });
    return left === undefined ? undefined : `after the abort there is still ${left}; end what the call started`;
  } finally {
    restoreProcess(state);
    watching.end();
    await context.dispose();
  }
}
