import { statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { HookPlan, Plan } from '@loadout/core/run';
import type { LoadedTest } from './tests/loaded-test.js';

/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
export function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
  const isKept = (hook: HookPlan) => hooks === 'keep' || (hooks !== 'off' && hooks.only.some((name) => isNamed(hook, name)));
  const kept = <T extends { readonly hooks: readonly HookPlan[] }>(owner: T): T => ({
    ...owner,
    hooks: owner.hooks.filter(isKept).map((hook) => ({ ...hook, cwd: folderOf(hook, plan) })),
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

const INTERPRETER = /^(?:sh|bash|dash|zsh|node|bun|deno|tsx|python3?|ruby|perl|php|pwsh)$/;

/**
 * Returns the folder of the configuration for a hook whose program is a file there, such as `./guard.sh` or `node hooks/guard.mjs`: a run
 * starts it there too. Other hooks, and programs that the test has in its workspace, start in the workspace. Source: GAP-F3.
 */
function folderOf({ entry }: HookPlan, { configDir, workspace }: Plan): string | undefined {
  const [first = '', ...rest] = wordsOf(entry);
  const program = INTERPRETER.test(first) ? rest.find((word) => !word.startsWith('-')) : first.includes('/') ? first : undefined;
  if (program === undefined || isAbsolute(program)) return undefined;
  return isFile(join(configDir, program)) && !isFile(join(workspace, program)) ? configDir : undefined;
}

/** The words of the command of a hook. */
function wordsOf({ command, args }: HookPlan['entry']): readonly string[] {
  if (typeof command !== 'string') return [];
  if (Array.isArray(args)) return [command, ...args.map(String)];
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s;&|<>()"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
