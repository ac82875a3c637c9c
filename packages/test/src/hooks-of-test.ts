import type { HookPlan, Plan } from '@loadout/core/run';
import { programFolder } from './program-folder.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
export function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
  const isKept = (hook: HookPlan) => hooks === 'keep' || (hooks !== 'off' && hooks.only.some((name) => isNamed(hook, name)));
  const kept = <T extends { readonly hooks: readonly HookPlan[] }>(owner: T): T => ({
    ...owner,
    hooks: owner.hooks.filter(isKept).map((hook) => ({ ...hook, cwd: programFolder(hook.entry, plan) })),
  });
  const { agents, skills } = plan;
  return { ...kept(plan), agents: each(agents, kept), ...(skills === undefined ? {} : { skills: each(skills, kept) }) };
}

const each = <T>(owners: Readonly<Record<string, T>>, change: (owner: T) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(owners).map(([name, owner]) => [name, change(owner)]));

/** A hook is named by its `name`, its event, or the command, file or address that it runs. */
function isNamed({ event, entry }: HookPlan, name: string): boolean {
  return event === name || Object.values(entry).some((value) => value === name);
}
