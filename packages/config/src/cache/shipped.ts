import { existsSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import { type HookPlan, NARROW_MODES, type PermissionRule, type Plan, type ProviderPlan } from '@loadout/core';
import type { LoadOptions } from '../load/load-options.js';
import { splitUse } from '../packages/split-use.js';
import { FREE_HOOK_TYPES, FREE_OPTIONS } from '../trust/free-parts.js';
import { isInside } from '../trust/named-files.js';
import { isOwnPackage } from '../trust/own-packages.js';
import { projectRoot } from '../trust/project-root.js';

/** The folder of stored plans that an image brings, from LOADOUT_CACHE. `undefined` if there is none, or if it cannot be used. */
export function shippedPlans(env: LoadOptions['env'], file: string): string | undefined {
  const folder = env.LOADOUT_CACHE || undefined;
  return folder === undefined || folderProblem(folder, file) !== undefined ? undefined : join(folder, 'plans');
}

/** Why a folder cannot hold plans for this configuration: a repository, or another user, could have written them. */
export function folderProblem(folder: string, file: string): string | undefined {
  if (!isAbsolute(folder)) return 'it is no absolute path';
  const inside = insideProblem(folder, file);
  if (inside !== undefined) return inside;
  const stat = statSync(folder, { throwIfNoEntry: false });
  if (stat === undefined || !stat.isDirectory()) return 'it is no folder';
  if (process.getuid !== undefined && ![0, process.getuid()].includes(stat.uid)) return 'it belongs to another user';
  return (stat.mode & 0o022) === 0 ? undefined : 'others may write to it';
}

/** Also for a folder that does not exist yet. */
export function insideProblem(folder: string, file: string): string | undefined {
  const root = projectRoot(file);
  const real = existsSync(folder) ? realpathSync(folder) : folder;
  return isInside(real, root) ? `it is inside of the project ${root}` : undefined;
}

/** Whether a plan from a shipped folder may be used for this configuration. A plan of another shape may not. */
export function isShippable(plan: Plan, file: string | undefined): boolean {
  try {
    return plan.configFile === file && actingPart(plan) === undefined;
  } catch {
    return false;
  }
}

/**
 * The first part of a plan that acts, or lets something act. Such a plan is neither shipped nor taken from a shipped folder, so that nobody
 * gains a hook, a server, a rule or an address by writing there. The same parts are free before trust.
 */
export function actingPart(plan: Plan): string | undefined {
  const { permissions, agents } = plan;
  const found: Readonly<Record<string, boolean>> = {
    mcpServers: Object.keys(plan.mcpServers ?? {}).length > 0,
    hooks: plan.hooks.some(isActing),
    plugins: plan.plugins.some((one) => !isQuiet(one) || Object.keys(one.overrides).length > 0),
    providers: Object.values(plan.providers).some((one) => !isQuiet(one)),
    models: Object.values(plan.models).some(({ betas, extra, price }) => (betas ?? extra ?? price) !== undefined),
    skills: plan.skills !== undefined,
    telemetry: plan.telemetry !== undefined,
    sessions: plan.sessions.dir !== undefined || plan.sessions.retention !== undefined,
    permissions:
      allows(permissions.rules) ||
      !NARROW_MODES.includes(permissions.mode) ||
      permissions.additionalDirectories.length > 0 ||
      permissions.approvals !== undefined,
  };
  const own = Object.entries(found).find(([, isFound]) => isFound)?.[0];
  return own ?? Object.entries(agents).flatMap(([name, agent]) => actingIn(agent).map((part) => `agents.${name}.${part}`))[0];
}

function actingIn({ permissions, hooks, sandbox, subagents }: Plan['agents'][string]): readonly string[] {
  const { mode } = permissions;
  return [
    ...(allows(permissions.rules) || (mode !== undefined && !NARROW_MODES.includes(mode)) ? ['permissions'] : []),
    ...(hooks.some(isActing) ? ['hooks'] : []),
    ...(sandbox === undefined ? [] : ['sandbox']),
    ...(Object.values(subagents ?? {}).some(({ grants }) => grants.length > 0) ? ['subagents'] : []),
  ];
}

const allows = (rules: readonly PermissionRule[]): boolean => rules.some(({ behavior }) => behavior === 'allow');

const isActing = ({ entry }: HookPlan): boolean => !FREE_HOOK_TYPES.includes(entry.type);

function isQuiet({ use, options }: Pick<ProviderPlan, 'use' | 'options'>): boolean {
  const free = FREE_OPTIONS[splitUse(use).name] ?? {};
  return isOwnPackage(use) && Object.keys(options).every((name) => Object.hasOwn(free, name));
}
