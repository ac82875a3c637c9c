import { randomUUID } from 'node:crypto';
import {
  BackgroundHooks,
  type HookContext,
  type HookEnvironment,
  type HookQuestion,
  runToolCall,
  SmallModel,
  Subagents,
} from '@loadout/core';
import type { Calling, Ground } from '../ground/ground.js';
import type { EnvironmentFile } from '../hooks/environment-file.js';
import type { RunSubagents } from '../subagents/run-subagents.js';

/** What one run keeps for its hooks, and what it lends them. */
export function hookParts(
  { spec, services }: Pick<Ground, 'spec' | 'services'>,
  { environment, calls }: { readonly environment: EnvironmentFile; readonly calls: () => Calling['calls'] },
): Pick<HookEnvironment, 'tellsAll' | 'ranOnce' | 'background' | 'lends'> {
  return {
    tellsAll: spec.hookEvents,
    ranOnce: new Set(),
    background: new BackgroundHooks(),
    lends: {
      get smallModel() {
        return services.find(SmallModel);
      },
      environmentFile: () => environment.path,
      callTool: (name, call) => callTool({ calls: calls() }, { name, ...call }),
      askAgent: (question) => askAgent({ services }, question),
    },
  };
}

/** It may look at what its parent may; what it says is taken only when it came to its end. */
async function askAgent({ services }: Pick<Ground, 'services'>, question: HookQuestion): Promise<string> {
  const subagents = services.find(Subagents) as RunSubagents | undefined;
  const result = await subagents?.judge(question);
  if (result?.outcome !== 'success') throw new Error(`the agent came to no end: ${result?.error ?? result?.outcome}`);
  return result.text;
}

type Called = Parameters<NonNullable<HookContext['callTool']>>[1] & { readonly name: string };

/**
 * A call that the configuration asks for, not the model: no mode stands against it, deny and ask rules do. No hook hears of
 * it, so that none can call itself, and it is no call of the conversation.
 */
export async function callTool({ calls }: Calling, { name, input, signal }: Called) {
  if (calls.pool.get(name) === undefined) return undefined;
  const settled = await runToolCall(
    { id: `hook_${randomUUID()}`, name, input },
    {
      ...calls,
      hooks: new Map(),
      asker: undefined,
      journal: undefined,
      emit: () => {},
      signal: AbortSignal.any([calls.signal, signal]),
      permissions: () => ({ ...calls.permissions(), mode: 'bypassPermissions' }),
      turn: async () => {},
    },
  );
  return settled.result;
}
