import { dirname } from 'node:path';
import { type Asker, type Block, isLoadoutError, type PermissionMode, runHooks, textOf } from '@loadout/core';
import type { AgentSpec } from './agent-spec.js';
import { errors } from './errors.js';
import { EventQueue } from './event-queue.js';
import type { AgentEvent, RunResult } from './events.js';
import { tellStopFailure } from './hooks/stop-failure.js';
import { checkMode } from './permission-mode.js';
import type { RunPermissions } from './run-permissions.js';
import { describePlace, setUpRun } from './run-setup.js';
import { cleanSessions } from './session/clean-sessions.js';
import { type OpenSession, openSession, type SessionChoice } from './session/open-session.js';
import { resumeCalls } from './turn/resume-calls.js';
import { type Ending, interrupted, runLoop } from './turn/run-loop.js';
import { type RunState, reminder } from './turn/run-state.js';

export interface RunOptions extends SessionChoice {
  /** Aborting it interrupts the run: every open call is answered, the session can go on. */
  readonly signal?: AbortSignal | undefined;
}

/** One run of an agent: read its events, or wait for its result. The work goes on whether or not anybody reads. */
export class Run implements AsyncIterable<AgentEvent> {
  readonly sessionId: string;
  readonly transcript: string;
  /** Never rejects: what went wrong is in the result. */
  readonly result: Promise<RunResult>;
  readonly #queue: EventQueue;
  readonly #controller: AbortController;
  readonly #permissions: RunPermissions;

  constructor(parts: {
    session: OpenSession;
    queue: EventQueue;
    controller: AbortController;
    permissions: RunPermissions;
    result: Promise<RunResult>;
  }) {
    this.sessionId = parts.session.id;
    this.transcript = parts.session.place.file;
    this.result = parts.result;
    this.#queue = parts.queue;
    this.#controller = parts.controller;
    this.#permissions = parts.permissions;
  }

  interrupt(): void {
    this.#controller.abort(errors.RUN_INTERRUPTED({}));
  }

  get permissionMode(): PermissionMode {
    return this.#permissions.mode;
  }

  /** Holds from the next call on, and when the session is resumed. Throws MODE_REFUSED. Source: PERM-14. */
  setPermissionMode(mode: PermissionMode): void {
    this.#permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
  }

  /** Who is asked from the next call on; `undefined`: nobody, and what would be asked is denied. Source: PERM-14. */
  setAsker(asker: Asker | undefined): void {
    this.#permissions.asker = asker;
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }
}

/** Throws only for what stands against starting at all: an unknown or busy session, a folder that cannot be written, a mode that may not be used. */
export function startRun(spec: AgentSpec, prompt: string | undefined, options: RunOptions): Run {
  checkMode(spec.permissions.mode, spec);
  const session = openSession(spec, options, () => describePlace(spec));
  const controller = new AbortController();
  const interrupt = () => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  if (options.signal?.aborted) interrupt();
  const queue = new EventQueue();
  const state = setUpRun({ spec, session, signal: controller.signal, emit: (event) => queue.push(event) });
  const result = conduct(state, { prompt, controller }).finally(() => {
    options.signal?.removeEventListener('abort', interrupt);
    queue.close();
  });
  return new Run({ session, queue, controller, permissions: state.permissions, result });
}

type FullState = ReturnType<typeof setUpRun>;

async function conduct(
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
function cleanInBackground({ spec, session }: FullState): void {
  const { retention } = spec.sessions;
  if (retention === undefined) return;
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
  const begun = await runHooks('SessionStart', { source: run.session.source }, run.calls);
  if (begun.stop !== undefined) return { outcome: 'stopped', text: '', error: errors.RUN_STOPPED({ reason: begun.stop }) };
  if (run.session.pending.length > 0) await resumeCalls(run, run.session.pending);
  const asked = prompt ?? (run.session.messages.length === 0 ? begun.initialUserMessage : undefined);
  const blocked =
    asked === undefined ? nothingToSay(run) : await submitPrompt(run, asked, [...begun.contexts, ...begun.messages]);
  return blocked ?? runLoop(run);
}

/** Without a prompt a session goes on where it stopped. One that had come to its answer has nothing left to do. */
function nothingToSay(run: FullState): Ending | undefined {
  const last = run.session.messages.at(-1);
  if (last === undefined) return failed(errors.PROMPT_EMPTY({}));
  return last.role === 'assistant' ? { outcome: 'success', text: textOf(last) } : undefined;
}

async function submitPrompt(run: FullState, prompt: string, contexts: readonly string[]): Promise<Ending | undefined> {
  const round = await runHooks('UserPromptSubmit', { prompt }, run.calls);
  if (round.verdict?.behavior === 'deny')
    return {
      outcome: 'blocked',
      text: '',
      error: errors.PROMPT_BLOCKED({ hook: round.verdict.by, reason: round.verdict.reason }),
    };
  if (round.stop !== undefined) return { outcome: 'stopped', text: '', error: errors.RUN_STOPPED({ reason: round.stop }) };
  const notes = [...contexts, ...round.contexts, ...round.messages].map(reminder);
  const content: Block[] = [{ type: 'text', text: prompt }, ...notes];
  run.session.addUser(Object.freeze({ role: 'user', content: Object.freeze(content) }));
  return undefined;
}

async function windUp(run: FullState, ending: Ending): Promise<void> {
  if (ending.outcome === 'error_model') await tellStopFailure(run, ending.error);
  const calls: RunState['calls'] = { ...run.calls, signal: new AbortController().signal };
  await runHooks('SessionEnd', { reason: ending.outcome }, calls);
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
