import type { ToolResultBlock } from '@loadout/core/model';
import { onAbort, Schedule, type SettledCall } from '@loadout/core/run';
import type { PendingCall } from '@loadout/sessions';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import { answerCalls, endDeferred, refusedCalls } from './after-calls.js';
import { MOST_CALLS, startCall } from './ask-turn.js';
import type { Ending } from './ending.js';

type Run = Pick<RunContext, 'emit' | 'parent' | 'session' | 'spec'> & Exchanges & Calling & Pick<Toolbox, 'deferral'>;

/**
 * Answers the calls that an earlier process left open. An ended call keeps its answer. A call that has not started, or may be
 * repeated, runs. A call that may have run is reported to the model and not run again. Returns an ending if a call was deferred
 * again.
 */
export async function resumeCalls(run: Run, pending: readonly PendingCall[]): Promise<Ending | undefined> {
  const schedule = new Schedule(run.spec.agent.concurrency);
  const refused = refusedCalls(pending[0]?.stopReason) ?? refusalOf(run);
  if (refused !== undefined) schedule.stop(refused);
  const { signal } = run;
  for (const [index, { use, state, block }] of pending.entries()) {
    const isExcess = index >= MOST_CALLS;
    if (state === 'open') startCall(run, { id: use.id, name: use.name, input: use.input }, { schedule, signal, isExcess });
    else schedule.add(async () => answered(use.name, block ?? interruptedBlock(run, use)));
  }
  schedule.messageComplete();
  const forget = onAbort(signal, () => schedule.stop('the run was interrupted'));
  const settled = await schedule.results();
  forget();
  const ending = endDeferred(run, { settled, text: '' });
  if (ending === undefined) await answerCalls(run, settled);
  return ending;
}

/**
 * Returns why no open call may run: the model made these calls when its turns were used up, and its process was killed before it
 * answered them. `undefined`: they may. The limit on calls is looked at for each call.
 */
function refusalOf({ spec, counts }: Run): string | undefined {
  const { turns } = spec.limits;
  const isOver = turns !== undefined && counts.toolTurns > turns;
  return isOver ? errors.LIMIT_REACHED({ limit: 'turns', value: turns }).message : undefined;
}

function interruptedBlock(run: Run, use: { id: string; name: string }): ToolResultBlock {
  const content = `The process ended while ${use.name} was running. It may have taken effect, wholly or in part, and was not run again. Check before you repeat it.`;
  const block: ToolResultBlock = { type: 'tool_result', tool_use_id: use.id, content, is_error: true };
  run.session.record({ t: 'ended', id: use.id, outcome: 'interrupted', block });
  return block;
}

function answered(name: string, block: ToolResultBlock): SettledCall {
  const content = typeof block.content === 'string' ? block.content : '';
  const isError = block.is_error === true;
  const result = { toolUseId: block.tool_use_id, content, typedContent: [{ type: 'text' as const, text: content }], isError };
  return {
    id: block.tool_use_id,
    name,
    outcome: isError ? 'interrupted' : 'done',
    result,
    block,
    input: undefined,
    durationMs: 0,
  };
}
