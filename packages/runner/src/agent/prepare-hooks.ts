import { type HookPlan, registerHooks } from '@loadout/core/run';
import { childEnvironment } from '../place/child-environment.js';
import { type OwnedHooks, plannedHooks, pluginHooks } from '../plugins/hook-sets.js';
import type { AgentSpec } from '../spec/agent-spec.js';
import type { SpecParts } from './spec-parts.js';

/**
 * Registers hooks in this order: the configuration's hooks as in the file, hooks in code, then the hooks of plugins in mount
 * order.
 */
export async function prepareHooks(
  { options, plan, agent, loader }: SpecParts,
  env: AgentSpec['env'],
): Promise<Pick<AgentSpec, 'hooks' | 'withHooks' | 'makeHooks'>> {
  const make = (plans: readonly HookPlan[]) =>
    plannedHooks(loader.mounted, plans, {
      configDir: plan.configDir,
      // The hook itself adds the session, which its input names.
      env: { ...childEnvironment(env, plan.workspace), ...(options.claudeVariables === true ? { CLAUDECODE: '1' } : {}) },
      readEnv: (name) => env[name],
    });
  const sets: readonly OwnedHooks[] = [
    ...(await make([...plan.hooks, ...agent.hooks])),
    ...(options.hooks === undefined ? [] : [{ hooks: options.hooks, owner: 'hooks given in code' }]),
    ...pluginHooks(loader.mounted),
  ];
  return {
    hooks: registerHooks(sets),
    // Keeps the hook objects, so that their state, such as a count of calls, is not reset.
    withHooks: async (plans) => (plans.length === 0 ? registerHooks(sets) : registerHooks([...sets, ...(await make(plans))])),
    makeHooks: async (plans) => registerHooks(await make(plans)),
  };
}
