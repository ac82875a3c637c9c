import { join, resolve } from 'node:path';
import { chosenKeys, folderOf, type LoadedConfig, loadConfig, type TrustPart } from '@loadout/config';
import type { PermissionMode } from '@loadout/core';
import { inHome, isPermissionMode, type Plan } from '@loadout/core/run';
import { realOrWritten } from '@loadout/node';
import { type AgentRules, type RuleSet, sandboxOf } from './rule-set.js';

export interface ReadOptions {
  readonly file?: string | undefined;
  readonly cwd: string;
  readonly profile?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export interface ReadRules {
  readonly set: RuleSet;
  readonly plan: Plan;
}

/**
 * Reads the rules of a configuration as they hold once everything in it is trusted. The configuration itself is read as one that nobody
 * trusts, so nothing of it runs.
 */
export async function readRuleSet({ file, cwd, profile, env }: ReadOptions): Promise<ReadRules> {
  const trust = { file: join(cwd, 'no-trust', 'of-anybody.json') };
  const loaded = await loadConfig({ file, cwd, profile, env, keepParams: true, trust });
  return { set: ruleSetOf(loaded, { profile, env }), plan: loaded.plan };
}

type Context = Pick<ReadOptions, 'profile' | 'env'>;

function ruleSetOf({ plan, trust }: LoadedConfig, { profile, env }: Context): RuleSet {
  const waiting = new Map([...partsOf(trust?.parts, profile), ...partsOf(trust?.personal?.parts, profile)]);
  const workspace = realOrWritten(plan.workspace);
  const folder = plan.configFile === undefined ? workspace : folderOf(plan.configFile);
  const more = waiting.get('permissions.additionalDirectories');
  const listed = Array.isArray(more) ? more.filter((one) => typeof one === 'string') : [];
  const home = realOrWritten(env.HOME ?? '');
  const folders = listed.map((one) => realOrWritten(resolve(folder, inHome(one, env.HOME))));
  const roots = [workspace, ...plan.permissions.additionalDirectories.map(realOrWritten), ...folders];
  const agents = Object.entries(plan.agents).map(([name, agent]): [string, AgentRules] => {
    const mode = modeIn(waiting, ['agents', name]) ?? agent.permissions.mode ?? modeIn(waiting, []) ?? plan.permissions.mode;
    const rules = [...agent.permissions.rules, ...(plan.waiting?.rules[name] ?? [])];
    return [name, { rules, mode, sandboxed: sandboxOf(agent) }];
  });
  return { workspace, home, roots: [...new Set(roots)], rules: plan.permissions.rules, agents: Object.fromEntries(agents) };
}

type Parts = ReadonlyMap<string, unknown>;

/** The parts that wait for trust, by their path without a profile. */
const partsOf = (parts: readonly TrustPart[] | undefined, profile: string | undefined): readonly (readonly [string, unknown])[] =>
  (parts ?? []).flatMap(({ keys, value }) => {
    const inside = chosenKeys(keys, profile);
    return inside.length === 0 ? [] : [[inside.join('.'), value] as const];
  });

function modeIn(parts: Parts, above: readonly string[]): PermissionMode | undefined {
  const mode = parts.get([...above, 'permissions', 'mode'].join('.'));
  return typeof mode === 'string' && isPermissionMode(mode) ? mode : undefined;
}
