import { dirname } from 'node:path';
import { type Block, isLoadoutError, runHooks, textOf } from '@loadout/core';
import { errors } from './errors.js';
import type { RunResult } from './events.js';
import { tellStopFailure } from './hooks/stop-failure.js';
import type { FullState } from './run-setup.js';
import { cleanSessions } from './session/clean-sessions.js';
import { beginSkills, expandPrompt } from './skills/expand-prompt.js';
import { news } from './turn/news.js';
import { resumeCalls } from './turn/resume-calls.js';
import { type Ending, interrupted, runLoop } from './turn/run-loop.js';
import { type RunState, reminder } from './turn/run-state.js';

/** A run from its first hook to its last; the result is what it came to. Never rejects. */
export async function conduct(
  run: FullState,
  { prompt, controller }: { prompt: string | undefined; controller: AbortController },
): Promise<RunResult> {
  const started = run.calls.clock.now();
  const { time } = run.spec.limits;
  const cancelTimer =
    time === undefined
      ? () => {}
      : run.calls.clock.after(time * 1000, () => controller.abort(errors.LIMIT_REACHED({ limit: 'seconds', value: time })));
  let ending: Ending;
  try {
    await openTools(run);
    ending = await converse(run, prompt);
  } catch (error) {
    ending = run.signal.aborted ? interrupted(run, '') : failed(error);
  }
  cancelTimer();
  return endRun(run, ending, started);
}

/** After the last call: hooks hear of it, all that the session holds is closed, and the journal ends. */
export async function endRun(run: FullState, ending: Ending, started: number): Promise<RunResult> {
  await windUp(run, ending);
  const result = toResult(run, ending, run.calls.clock.now() - started);
  const { structuredOutput: _, ...kept } = result;
  run.session.record({ t: 'end', result: kept });
  run.session.close();
  cleanInBackground(run);
  run.emit({ type: 'result', result });
  return result;
}

/** The run is announced with the tools that it has, or with what was known before when it cannot have them. */
async function openTools(run: FullState): Promise<void> {
  try {
    await run.tools.open();
  } finally {
    announce(run);
  }
}

/** Behind everything that somebody waits for, and never a reason for a run to fail. */
function cleanInBackground({ spec, session, parent }: FullState): void {
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

function announce({ spec, session, calls, permissions, emit }: FullState): void {
  const model = { id: spec.model.plan.id, provider: spec.model.plan.provider, why: spec.model.why };
  const tools = calls.pool.tools.map((tool) => tool.name);
  emit({
    type: 'init',
    init: {
      sessionId: session.id,
      transcript: session.place.file,
      agent: spec.name,
      model,
      cwd: session.cwd,
      tools,
      permissionMode: permissions.mode,
      source: session.source,
    },
  });
}

async function converse(run: FullState, prompt: string | undefined): Promise<Ending> {
  const begun = await opening(run);
  if (begun.stop !== undefined) return { outcome: 'stopped', text: '', error: errors.RUN_STOPPED({ reason: begun.stop }) };
  const deferred = run.session.pending.length > 0 ? await resumeCalls(run, run.session.pending) : undefined;
  if (deferred !== undefined) return deferred;
  const asked = prompt ?? (run.session.messages.length === 0 ? begun.initialUserMessage : undefined);
  const blocked =
    asked === undefined ? nothingToSay(run) : await submitPrompt(run, asked, [...begun.contexts, ...begun.messages]);
  return blocked ?? runLoop(run);
}

/** A run begins a session, or the work of an agent that another one started. */
const opening = (run: FullState) =>
  run.parent === undefined
    ? runHooks('SessionStart', { source: run.session.source }, run.calls)
    : runHooks('SubagentStart', { agent_id: run.agentId, agent_type: run.spec.name }, run.calls);

/** Without a prompt a session goes on where it stopped. One that had come to its answer has nothing left to do. */
function nothingToSay(run: FullState): Ending | undefined {
  const last = run.session.messages.at(-1);
  if (last === undefined) return failed(errors.PROMPT_EMPTY({}));
  return last.role === 'assistant' ? { outcome: 'success', text: textOf(last) } : undefined;
}

async function submitPrompt(run: FullState, written: string, contexts: readonly string[]): Promise<Ending | undefined> {
  const prompt = await expandPrompt(run, written);
  // What one agent asks another is no prompt of a user.
  const round =
    run.parent === undefined ? await runHooks('UserPromptSubmit', { prompt }, run.calls) : { contexts: [], messages: [] };
  if (round.verdict?.behavior === 'deny')
    return {
      outcome: 'blocked',
      text: '',
      error: errors.PROMPT_BLOCKED({ hook: round.verdict.by, reason: round.verdict.reason }),
    };
  if (round.stop !== undefined) return { outcome: 'stopped', text: '', error: errors.RUN_STOPPED({ reason: round.stop }) };
  const skills = run.session.source === 'startup' ? await beginSkills(run) : [];
  const notes = [...skills, ...contexts, ...round.contexts, ...round.messages, ...news(run)].map(reminder);
  const content: Block[] = [{ type: 'text', text: prompt }, ...notes];
  run.session.addUser(Object.freeze({ role: 'user', content: Object.freeze(content) }));
  return undefined;
}

async function windUp(run: FullState, ending: Ending): Promise<void> {
  if (ending.outcome === 'error_model') await tellStopFailure(run, ending.error);
  const calls: RunState['calls'] = { ...run.calls, signal: new AbortController().signal };
  if (run.parent === undefined) await runHooks('SessionEnd', { reason: ending.outcome }, calls);
  await run.calls.background?.stop();
  await run.tools.close();
  for (const message of await run.services.dispose()) run.emit({ type: 'notice', message });
}

function failed(error: unknown): Ending {
  const isOurs = isLoadoutError(error);
  if (isOurs && error.code === 'RUN_STOPPED') return { outcome: 'stopped', text: '', error };
  const outcome = isOurs && error.code.startsWith('MODEL_') ? 'error_model' : 'error_during_execution';
  return { outcome, text: '', error: error instanceof Error ? error : new Error(String(error)) };
}

function toResult(run: FullState, ending: Ending, durationMs: number): RunResult {
  const { counts, session, output } = run;
  const { error } = ending;
  return {
    outcome: ending.outcome,
    sessionId: session.id,
    text: ending.text,
    ...('value' in output ? { structuredOutput: output.value } : {}),
    turns: counts.turns,
    toolCalls: counts.toolCalls,
    denials: counts.denials,
    spilled: counts.spilled,
    ...counts.totals,
    durationMs: Math.round(durationMs),
    modelMs: Math.round(counts.modelMs),
    stopReason: ending.stopReason,
    deferredCall: ending.deferredCall,
    error:
      error === undefined
        ? undefined
        : {
            code: isLoadoutError(error) ? error.code : 'INTERNAL',
            message: error.message,
            fix: isLoadoutError(error) ? error.fix : undefined,
          },
  };
}
