import type { HookPlan, Plan } from '@loadout/core/run';
import type { LoadedTest } from './tests/loaded-test.js';

/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
export function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
  if (hooks === 'keep') return plan;
  const kept = (list: readonly HookPlan[]) =>
    list.filter((hook) => hooks !== 'off' && hooks.only.some((name) => isNamed(hook, name)));
  const agents = Object.entries(plan.agents).map(([name, agent]) => [name, { ...agent, hooks: kept(agent.hooks) }] as const);
  return { ...plan, hooks: kept(plan.hooks), agents: Object.fromEntries(agents) };
}

/** A hook is named by its `name`, its event, or the command, file or address that it runs. */
function isNamed({ event, entry }: HookPlan, name: string): boolean {
  return event === name || Object.values(entry).some((value) => value === name);
}
