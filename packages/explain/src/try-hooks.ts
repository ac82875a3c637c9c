import { HOOK_EVENTS, type HookBase, type HookEvent, type HookInputs, type HookRound } from '@loadout/core';
import { forCall, type HookEnvironment, type HookResponse, type PoolTool, runHooks, toolSubject } from '@loadout/core/run';
import { systemClock } from '@loadout/node';
import { type Agent, type AgentSpec, layersOf } from '@loadout/runner';
import { contextWithoutRun, notHad, seenBefore } from './explain-call.js';

export interface HookTrial {
  readonly event: HookEvent;
  /** The tool, for events about a call. */
  readonly tool?: string | undefined;
  readonly input?: unknown;
  /** The event's other fields, as a run would set them. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface TriedHooks {
  /** The responses in the order in which the hooks began. Hooks that a deny kept from running are missing. */
  readonly hooks: readonly HookResponse[];
  readonly combined: HookRound;
}

const ID = 'try';

/** Runs the hooks of an event that did not happen: no session, no model, no tool. Throws TOOL_UNKNOWN and TOOL_LEFT_OUT. */
export async function tryHooks(agent: Agent, trial: HookTrial): Promise<TriedHooks> {
  const spec = seenBefore(agent);
  const hooks: (HookResponse | string)[] = [];
  const answered = () => hooks.filter((hook): hook is HookResponse => typeof hook !== 'string');
  const env: HookEnvironment = {
    hooks: spec.hooks,
    base: () => baseOf(spec),
    clock: systemClock,
    signal: trial.signal ?? new AbortController().signal,
    emit: (event) => {
      // Hooks that run at once answer in the order in which they finish, so the order of starts is recorded.
      if (event.type === 'hook_started') hooks.push(event.name);
      if (event.type === 'hook_response') hooks[hooks.indexOf(event.name)] = event;
    },
    tellsAll: true,
  };
  const { event } = trial;
  const tool = HOOK_EVENTS[event].isCall === undefined ? undefined : toolOf(spec, trial.tool ?? '');
  if (tool === undefined) {
    const fields = { ...HOOK_EVENTS[event].sample, ...trial.fields } as unknown as HookInputs[typeof event];
    return { combined: await runHooks(event, fields, env), hooks: answered() };
  }
  const call = { id: ID, tool, parsed: { written: trial.input ?? {} }, context: contextWithoutRun(spec) };
  const fields = {
    ...HOOK_EVENTS[event].sample,
    ...toolSubject(call),
    ...trial.fields,
  } as unknown as HookInputs[typeof event];
  const deciding = forCall(call, { ...env, permissions: () => layersOf(spec, call.context.artifactDir) });
  return { combined: await runHooks(event, fields, deciding), hooks: answered() };
}

function toolOf(spec: AgentSpec, name: string): PoolTool {
  const tool = spec.pool.get(name);
  if (tool === undefined) throw notHad(name, spec);
  return tool;
}

function baseOf(spec: AgentSpec): HookBase {
  return {
    session_id: ID,
    transcript_path: '',
    cwd: spec.roots[0],
    permission_mode: spec.permissions.mode,
    agent_id: 'main',
    agent_type: spec.name,
  };
}
