import type { HookPlan, Plan } from '@loadout/core/run';
import type { LoadedTest } from './tests/loaded-test.js';

/**
 * Returns the plan with the hooks that a test keeps. Their programs start in the folder of the configuration, where those of a run
 * start, and not in the workspace of the test. Hooks of plugins stay. Source: GAP-F3.
 */
export function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
  const isKept = (hook: HookPlan) => hooks === 'keep' || (hooks !== 'off' && hooks.only.some((name) => isNamed(hook, name)));
  const kept = <T extends { readonly hooks: readonly HookPlan[] }>(owner: T): T => ({
    ...owner,
    hooks: owner.hooks.filter(isKept).map((hook) => ({ ...hook, cwd: plan.configDir })),
  });
  return {
    ...kept(plan),
    agents: each(plan.agents, kept),
    ...(plan.skills === undefined ? {} : { skills: each(plan.skills, kept) }),
  };
}

const each = <T>(owners: Readonly<Record<string, T>>, change: (owner: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(owners).map(([name, owner]) => [name, change(owner)]));

/** A hook is named by its `name`, its event, or the command, file or address that it runs. */
function isNamed({ event, entry }: HookPlan, name: string): boolean {
  return event === name || Object.values(entry).some((value) => value === name);
}
