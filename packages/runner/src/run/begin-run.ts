import type { HookInput } from '@loadout/core';
import { runHooks } from '@loadout/core/run';
import type { RunContext } from '../context/run-context.js';
import type { Rules } from '../permissions/permissions.js';
import { errors } from '../report/errors.js';
import type { Toolbox } from '../skills/toolbox.js';
import type { RunState } from './run-state.js';
import { sourceSession } from './source-session.js';

/** Texts of hooks at the start of a session, for the model, sent with the first prompt. */
export interface Begun {
  readonly contexts: readonly string[];
  readonly messages: readonly string[];
  readonly initialUserMessage?: string | undefined;
}

/** The way in which the session begins, for its SessionStart hooks. */
type Source = HookInput<'SessionStart'>['source'];

/**
 * Prepares the first prompt: opens tools and fires the events of the start. Contract: throws any error of the start, RUN_STOPPED
 * included.
 */
export async function beginRun(run: RunState, source: Source): Promise<Begun> {
  run.workspaceFacts.gather();
  await openTools(run);
  // An interrupt ends the wait for servers, and then no request follows.
  run.signal.throwIfAborted();
  await tellInstructions(run);
  const begun = await opening(run, source);
  if (begun.stop !== undefined) throw errors.RUN_STOPPED({ reason: begun.stop });
  if (run.parent === undefined) run.watched.begin(begun.watchPaths);
  return begun;
}

/**
 * Opens tool sources and announces the run with its tools. If the sources fail, the run is announced with the tools known before.
 */
async function openTools(run: RunState): Promise<void> {
  try {
    await run.tools.open(sourceSession(run));
  } finally {
    announce(run);
  }
}

/** Reports instruction files once per session, for all its agents. Source: HOOK-03. */
async function tellInstructions({ spec, parent, calls }: RunState): Promise<void> {
  if (parent !== undefined || !calls().hooks.has('InstructionsLoaded')) return;
  for (const { path, type } of spec.plan.instructionFiles ?? [])
    await runHooks('InstructionsLoaded', { file_path: path, memory_type: type, load_reason: 'session_start' }, calls());
}

/** Fires the event of the beginning: of a session, or of a subagent's work. */
const opening = (run: RunState, source: Source) =>
  run.parent === undefined
    ? runHooks('SessionStart', { source }, run.calls())
    : runHooks('SubagentStart', { agent_id: run.agentId, agent_type: run.spec.name }, run.calls());

type Run = Pick<RunContext, 'emit' | 'session' | 'spec'> & Pick<Rules, 'permissions'> & Pick<Toolbox, 'tools'>;

/** Emits `init` with the run's model, tools and session, and the notes of the session. */
function announce({ spec, session, tools: { pool }, permissions, emit }: Run): void {
  const model = { id: spec.model.plan.id, provider: spec.model.plan.provider, why: spec.model.passed?.why };
  const tools = pool.tools.map((tool) => tool.name);
  emit({
    type: 'init',
    init: {
      sessionId: session.id,
      transcript: session.place.file,
      agent: spec.name,
      model,
      cwd: session.cwd,
      tools,
      permissionMode: permissions.layers.mode,
      source: session.source,
    },
  });
  for (const message of session.notes) emit({ type: 'notice', message });
}
