import { randomUUID } from 'node:crypto';
import { type HookBase, type HookContext, type HookQuestion, SmallModel, Subagents } from '@loadout/core';
import { BackgroundHooks, type HookEnvironment, runToolCall } from '@loadout/core/run';
import { underSignals } from '@loadout/node';
import type { Exchanges } from '../context/exchange.js';
import { type CallParts, type RunContext, rootSession } from '../context/run-context.js';
import type { EnvironmentFile } from '../hooks/environment-file.js';
import type { Rules } from '../permissions/permissions.js';
import type { RunSubagents } from '../subagents/run-subagents.js';

type Running = RunContext & Pick<Exchanges, 'exchange'> & Pick<Rules, 'permissions'>;

/** The state that a run keeps for its hooks, and the functions that it lends them. */
export function hookParts(
  run: Running,
  { environment, calls }: { readonly environment: EnvironmentFile; readonly calls: () => CallParts },
): Pick<HookEnvironment, 'base' | 'tellsAll' | 'ranOnce' | 'background' | 'lends'> {
  const { spec, services, observer } = run;
  return {
    base: () => hookBase(run),
    tellsAll: spec.hookEvents,
    ranOnce: new Set(),
    background: new BackgroundHooks(),
    lends: {
      get smallModel() {
        return services.find(SmallModel);
      },
      environmentFile: () => environment.path,
      ...(observer === undefined ? {} : { variables: (callId?: string) => observer.variables(callId) }),
      callTool: (name, call) => {
        const now = calls();
        return underSignals([now.signal, call.signal], (signal) => callTool(now, { name, ...call, signal }));
      },
      askAgent: (question) => askAgent({ services }, question),
    },
  };
}

/** Returns the fields that every event has, at the time of firing. Source: HOOK-05. */
function hookBase(run: Running): HookBase {
  const { spec, session, sessionId, agentId, permissions, exchange } = run;
  const { effort: level } = spec.model.plan;
  return {
    session_id: sessionId,
    // The transcript of `session_id`, also for a subagent. The stop event of a subagent names the subagent's own transcript.
    transcript_path: rootSession(run).place.file,
    cwd: session.cwd,
    permission_mode: permissions.layers.mode,
    agent_id: agentId,
    agent_type: spec.name,
    ...(exchange.promptId === undefined ? {} : { prompt_id: exchange.promptId }),
    ...(level === undefined ? {} : { effort: { level } }),
  };
}

/** Asks a subagent with the read access of its parent. Its answer counts only if it finished. */
async function askAgent({ services }: Pick<RunContext, 'services'>, question: HookQuestion): Promise<string> {
  const subagents = services.find(Subagents) as RunSubagents | undefined;
  const result = await subagents?.judge(question);
  if (result?.outcome !== 'success') throw new Error(`the agent did not finish: ${result?.error ?? result?.outcome}`);
  return result.text;
}

type Called = Parameters<NonNullable<HookContext['callTool']>>[1] & {
  readonly name: string;
  readonly asks?: boolean | undefined;
};

/**
 * Makes a call for the configuration, not for the model: no mode prevents the call, but deny and ask rules apply. No hook runs,
 * so that none can call itself, and the call is not part of the conversation. Only its own signal ends it: a host calls between the
 * turns too, when the last one may have been interrupted.
 */
export async function callTool(calls: CallParts, { name, input, signal, asks = false }: Called) {
  if (calls.pool.get(name) === undefined) return undefined;
  const settled = await runToolCall(
    { id: `hook_${randomUUID()}`, name, input },
    {
      ...calls,
      hooks: new Map(),
      asker: asks ? calls.asker : undefined,
      journal: undefined,
      emit: () => {},
      signal,
      permissions: () => ({ ...calls.permissions(), mode: 'bypassPermissions' }),
      turn: async () => {},
    },
  );
  return settled.result;
}
