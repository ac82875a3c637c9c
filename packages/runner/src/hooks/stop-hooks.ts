import { BackgroundTasks, type HookInputs } from '@loadout/core';
import { runHooks } from '@loadout/core/run';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';

type Run = Pick<Ground, 'agentId' | 'emit' | 'parent' | 'services' | 'session' | 'spec'> & Pick<Exchanges, 'signal'> & Calling;

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
      ? await runHooks('Stop', input, run.calls)
      : await runHooks('SubagentStop', { ...input, ...subagentOf(run) }, run.calls);
  if (round.stop !== undefined) return undefined;
  const { background } = run.calls;
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
