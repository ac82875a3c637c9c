import { BackgroundTasks, type HookInputs, isLoadoutError } from '@loadout/core';
import { textOf } from '@loadout/core/model';
import { runHooks } from '@loadout/core/run';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';

type Run = Pick<RunContext, 'agentId' | 'emit' | 'parent' | 'services' | 'session' | 'spec'> &
  Pick<Exchanges, 'signal'> &
  Calling;

/** The number of times in a row that a Stop hook may send the model back. Source: HOOK-22. */
const STOP_BLOCKS = 8;

/** Returns why the model must continue, or nothing if the run may end. */
export async function stopHooks(
  run: Run,
  { text, attempts }: { readonly text: string; readonly attempts: { stopBlocks: number } },
): Promise<string | undefined> {
  const input = {
    stop_hook_active: attempts.stopBlocks > 0,
    last_assistant_message: text,
    background_tasks: backgroundTasks(run),
  };
  const round =
    run.parent === undefined
      ? await runHooks('Stop', input, run.calls())
      : await runHooks('SubagentStop', { ...input, ...subagentOf(run) }, run.calls());
  if (round.stop !== undefined) return undefined;
  const { background } = run.calls();
  const woken = round.verdict?.behavior !== 'deny' && (await background?.woken(run.signal)) === true;
  if (run.signal.aborted) return undefined;
  const reason = woken ? background?.take().join('\n\n') : round.verdict?.behavior === 'deny' ? round.verdict.reason : undefined;
  if (reason === undefined || ++attempts.stopBlocks <= STOP_BLOCKS) return reason;
  run.emit({
    type: 'notice',
    message: `${woken ? 'A hook in the background' : `The ${run.parent === undefined ? 'Stop' : 'SubagentStop'} hook ${round.verdict?.by}`} blocked ${STOP_BLOCKS} times in a row; the run ends all the same.`,
  });
  return undefined;
}

/** Returns the fields of events about a subagent. Source: HOOK-25. */
const subagentOf = ({ agentId, spec, session }: Run) => ({
  agent_id: agentId,
  agent_type: spec.name,
  agent_transcript_path: session.place.file,
});

function backgroundTasks(run: Run): HookInputs['Stop']['background_tasks'] {
  const tasks = run.services.find(BackgroundTasks)?.list() ?? [];
  return tasks.map((task) => ({ id: task.id, type: task.type, status: task.status().state, description: task.title }));
}

/** The names of model failures in the hook's input. Any other failure is `unknown`. */
const KINDS: Readonly<Record<string, string>> = {
  MODEL_AUTH: 'authentication_failed',
  MODEL_KEY_MISSING: 'authentication_failed',
  MODEL_BILLING: 'billing_error',
  MODEL_RATE_LIMITED: 'rate_limit',
  MODEL_OVERLOADED: 'server_error',
  MODEL_SERVER_ERROR: 'server_error',
  MODEL_NOT_FOUND: 'invalid_request',
  MODEL_PROMPT_TOO_LONG: 'invalid_request',
  MODEL_REQUEST_INVALID: 'invalid_request',
};

/** Fires StopFailure instead of Stop when the run ends because the model could not be asked. */
export async function tellStopFailure(run: Pick<RunContext, 'session'> & Calling, error: Error | undefined): Promise<void> {
  const code = isLoadoutError(error) ? error.code : '';
  const last = run.session.messages.findLast((message) => message.role === 'assistant');
  const input = {
    error: KINDS[code] ?? 'unknown',
    error_details: error?.message ?? '',
    last_assistant_message: last === undefined ? '' : textOf(last),
  };
  await runHooks('StopFailure', input, run.calls());
}
