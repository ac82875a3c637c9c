import { runHooks } from '@loadout/core';
import { errors } from '../report/errors.js';
import { announce } from './announce.js';
import type { RunState } from './run-state.js';
import { sourceSession } from './source-session.js';

/** What hooks say at the start of a session: for the model, with the first prompt. */
export interface Begun {
  readonly contexts: readonly string[];
  readonly messages: readonly string[];
  readonly initialUserMessage?: string | undefined;
}

/** Before the first prompt: tools are there, and hooks have heard of it. Contract: throws what stands against it, RUN_STOPPED too. */
export async function beginRun(run: RunState): Promise<Begun> {
  run.surroundings.look();
  await openTools(run);
  await tellInstructions(run);
  const begun = await opening(run);
  if (begun.stop !== undefined) throw errors.RUN_STOPPED({ reason: begun.stop });
  if (run.parent === undefined) run.watched.begin(begun.watchPaths);
  return begun;
}

/** The run is announced with the tools that it has, or with what was known before when it cannot have them. */
async function openTools(run: RunState): Promise<void> {
  try {
    await run.tools.open(sourceSession(run));
  } finally {
    announce(run);
  }
}

/** Once for a session, whoever it starts under it. Source: HOOK-03. */
async function tellInstructions({ spec, parent, calls }: RunState): Promise<void> {
  if (parent !== undefined || !calls.hooks.has('InstructionsLoaded')) return;
  for (const { path, type } of spec.plan.instructionFiles ?? [])
    await runHooks('InstructionsLoaded', { file_path: path, memory_type: type, load_reason: 'session_start' }, calls);
}

/** A run begins a session, or the work of an agent that another one started. */
const opening = (run: RunState) =>
  run.parent === undefined
    ? runHooks('SessionStart', { source: run.session.source }, run.calls)
    : runHooks('SubagentStart', { agent_id: run.agentId, agent_type: run.spec.name }, run.calls);
