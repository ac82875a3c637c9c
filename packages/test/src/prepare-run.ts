import { statSync } from 'node:fs';
import { basename, isAbsolute, join } from 'node:path';
import type { HookPlan, Plan } from '@loadout/core/run';
import type { TestPlan } from './plans.js';
import type { Room } from './room.js';
import { fillWorkspace, type TestGround } from './test-ground.js';
import type { LoadedTest } from './tests/loaded-test.js';

/** The folders and the plan of one run. */
export interface Prepared {
  readonly ground: TestGround;
  readonly planned: TestPlan;
}

/** Makes the folders of one more run of a test, and its plan. Throws TEST_WORKSPACE, TEST_PATH. */
export async function prepareRun(test: LoadedTest, { folder, plans, configDir, listings }: Room): Promise<Prepared> {
  const ground = folder.ground();
  await fillWorkspace(test, ground, configDir);
  const read = await plans.forRun(test, ground);
  const plan = withPlacedServers(withHooksOf(test.spec, read.plan));
  await listings.bring(plan, ground);
  return { ground, planned: { ...read, plan } };
}

/** Returns the plan with the hooks that a test keeps. Hooks of plugins stay. */
function withHooksOf({ hooks = 'keep' }: LoadedTest['spec'], plan: Plan): Plan {
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

const INTERPRETER = /^(?:sh|bash|dash|zsh|node|bun|deno|tsx|python3?|ruby|perl|php|pwsh)$/;

/**
 * Returns the folder of the configuration for an entry whose program is a file there, such as `./guard.sh` or `node hooks/guard.mjs`: a run
 * starts it there too. Other programs, and those that the test has in its workspace, start in the workspace. Source: GAP-F3.
 */
function programFolder(
  entry: Readonly<Record<string, unknown>>,
  { configDir, workspace }: Pick<Plan, 'configDir' | 'workspace'>,
): string | undefined {
  const [first = '', ...rest] = wordsOf(entry);
  const program = INTERPRETER.test(basename(first))
    ? rest.find((word) => !word.startsWith('-'))
    : first.includes('/')
      ? first
      : undefined;
  if (program === undefined || isAbsolute(program)) return undefined;
  return isFile(join(configDir, program)) && !isFile(join(workspace, program)) ? configDir : undefined;
}

/** Returns the plan with the servers of this machine started in the folder of their programs, where the file says no other. */
function withPlacedServers(plan: Plan): Plan {
  if (plan.mcpServers === undefined) return plan;
  const servers = Object.entries(plan.mcpServers).map(([key, server]) => {
    const cwd = server.options.cwd ?? programFolder(server.options, plan);
    return [key, cwd === undefined ? server : { ...server, options: { ...server.options, cwd } }] as const;
  });
  return { ...plan, mcpServers: Object.fromEntries(servers) };
}

/** The words of a command: a program with its arguments, or a line. */
function wordsOf({ command, args }: Readonly<Record<string, unknown>>): readonly string[] {
  if (typeof command !== 'string') return [];
  if (Array.isArray(args)) return [command, ...args.map(String)];
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|([^\s;&|<>()"']+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
