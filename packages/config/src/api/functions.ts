/** Public functions that load their code at the first call, so that parsers, compilers and locks cost nothing before. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonSchema } from '@loadout/core';
import type { PermissionUpdate, Plan } from '@loadout/core/run';
import { cacheHome } from '../cache/cache-home.js';
import type { NewEntry } from '../edit/edit-entries.js';
import type { NewPlugin } from '../edit/edit-plugins.js';
import type { JudgeOptions } from '../load/judge-config.js';
import type { KeepRuleOptions, KeptRule } from '../load/keep-rule.js';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import type { CodeOptions } from '../lock/code-hash.js';
import { LOCK_NAME } from '../lock/lock.js';
import type { LockOwner } from '../lock/lock-file.js';
import type { LockOptions } from '../lock/make-lock.js';
import type { VerifyOptions } from '../lock/verify-lock.js';
import { lockMounts } from '../packages/lock-mounts.js';
import type { SchemaOptions } from '../schema/json-schema.js';
import type { CheckedSkill } from '../skills/check-skill.js';
import type { TrustExtent, TrustVerdict } from '../trust/verdict.js';

/** Loads what reads, checks and changes files: one part, because a program that needs some of it soon needs the rest. */
export const loadRest = () => import('./rest.js');

/** Reads, checks and compiles a configuration. */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  return (await loadRest()).loadConfig(options);
}

/** Returns the text of a configuration with one more entry in a section. Throws CONFIG_NOT_EDITED. */
export async function addEntry(text: string, entry: NewEntry): Promise<string> {
  return (await loadRest()).addEntry(text, entry);
}

/** Returns the entries of a section as they are written. Throws CONFIG_NOT_EDITED. */
export async function entriesIn(text: string, section: string): Promise<Readonly<Record<string, unknown>>> {
  return (await loadRest()).entriesIn(text, section);
}

/** Returns the text without an entry, or `undefined` if there is no such entry. */
export async function removeEntry(text: string, entry: Pick<NewEntry, 'section' | 'key'>): Promise<string | undefined> {
  return (await loadRest()).removeEntry(text, entry);
}

/** Returns the text of a configuration with one more plugin. */
export async function addPlugin(text: string, plugin: NewPlugin): Promise<string> {
  return (await loadRest()).addPlugin(text, plugin);
}

/** Returns the text without the plugin of that mount, or `undefined` if there is no such plugin. */
export async function removePlugin(text: string, mount: string): Promise<string | undefined> {
  return (await loadRest()).removePlugin(text, mount);
}

/**
 * Checks before a run that the loaded parts match `loadout.lock`, and returns the plan with the locked tools of its MCP servers. Without a
 * lock, loads no further code. Throws LOCK_CHANGED, LOCK_INVALID.
 */
export async function lockedPlan(
  { plan, trust: verdict }: Pick<LoadedConfig, 'plan' | 'trust'>,
  { env, trust }: Pick<VerifyOptions, 'env' | 'trust'>,
): Promise<Plan> {
  const { configFile, configDir } = plan;
  if (configFile === undefined || !existsSync(join(configDir, LOCK_NAME))) return plan;
  const { verifyLoaded, withApprovedTools } = await loadRest();
  const hooks = verdict?.trusted ?? true;
  await verifyLoaded({ configFile, configDir, mounts: lockMounts(plan), hooks, env, trust, cacheDir: lockCache(env) });
  return withApprovedTools(plan);
}

function lockCache(env: VerifyOptions['env']): string | undefined {
  const base = cacheHome(env);
  return base === undefined ? undefined : join(base, 'loadout', 'locks');
}

/** Returns a hash over the code that a plan runs. */
export async function codeHash(plan: Plan, options: CodeOptions): Promise<string> {
  return (await loadRest()).codeHash(plan, options);
}

/** Returns the text of `loadout.lock` with the lock for the current state. */
export async function makeLock(options: LockOptions): Promise<string> {
  return (await loadRest()).makeLock(options);
}

/** Returns the servers of a registry in the lock of a configuration, by server. Throws LOCK_INVALID. */
export async function lockedServers(owner: LockOwner): Promise<Readonly<Record<string, unknown>>> {
  return (await loadRest()).lockedServers(owner);
}

/** Returns the text of `loadout.lock` with these servers of a registry. All else of it stays. Throws LOCK_INVALID. */
export async function lockWithServers(servers: Readonly<Record<string, unknown>>, owner: LockOwner): Promise<string> {
  return (await loadRest()).lockWithServers(servers, owner);
}

/** Whether `loadout.lock` has a lock of this configuration. Throws LOCK_INVALID. */
export async function isLocked(owner: LockOwner): Promise<boolean> {
  return existsSync(join(owner.configDir, LOCK_NAME)) && (await loadRest()).isLocked(owner);
}

/** Returns the differences between `loadout.lock` and the current state, one per line. Throws LOCK_MISSING, LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  return (await loadRest()).differsFromLock(options);
}

/** Checks the skill in a folder, or each skill in the folders directly below it, for this program and for others. */
export async function checkSkills(folder: string): Promise<readonly CheckedSkill[]> {
  return (await loadRest()).checkSkills(folder);
}

/** Judges whether the parts of a configuration that wait for trust may act. */
export async function judgeConfig(options: JudgeOptions): Promise<TrustVerdict> {
  return (await loadRest()).judgeConfig(options);
}

/** Records that this user trusts the judged content, or this configuration with any future content. Throws TRUST_FOLDER_OPEN. */
export async function recordTrust(file: string, verdict: TrustVerdict, extent?: TrustExtent): Promise<void> {
  (await loadRest()).recordTrust(file, verdict, extent);
}

/**
 * Writes allow rules into the person's own file beside a configuration, and records that they are this user's. Throws RULE_NOT_KEPT,
 * CONFIG_NOT_EDITED, TRUST_*.
 */
export async function keepRule(update: PermissionUpdate, options: KeepRuleOptions): Promise<KeptRule> {
  return (await loadRest()).keepRule(update, options);
}

/** Removes the trust in a folder. Resolves to whether the folder was trusted. */
export async function revokeTrust(file: string, root: string): Promise<boolean> {
  return (await loadRest()).revokeTrust(file, root);
}

/**
 * Returns the JSON Schema of a configuration file, for editors. `manifests` are those of the installed plugins by package name; their options
 * are checked where `use` names them.
 */
export async function configSchema(options: SchemaOptions = {}): Promise<JsonSchema> {
  return (await loadRest()).configSchema(options);
}

/** Returns the first words of a command that a rule with `:*` covers. `undefined` if its further words are not known. */
export async function coveredPrefix(words: readonly string[]): Promise<readonly string[] | undefined> {
  return (await loadRest()).coveredPrefix(words);
}
