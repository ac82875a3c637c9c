/** Public functions that load their code at the first call, so that parsers, compilers and locks cost nothing before. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Plan } from '@loadout/core/run';
import { cacheHome } from '../cache/cache-home.js';
import type { LoadedConfig } from '../load/load-options.js';
import { LOCK_NAME } from '../lock/lock.js';
import type { LockOwner } from '../lock/lock-file.js';
import type { VerifyOptions } from '../lock/verify-lock.js';
import { lockMounts } from '../packages/lock-mounts.js';

/** Loads what reads, checks and changes files: one part, because a program that needs some of it soon needs the rest. */
export const loadRest = () => import('./rest.js');

type Rest = Awaited<ReturnType<typeof loadRest>>;
type Later<F> = F extends (...given: infer G) => infer R ? (...given: G) => Promise<Awaited<R>> : never;

/** The function of this name, which loads its code when it is called. */
const later = <Name extends keyof Rest>(name: Name) =>
  (async (...given: readonly unknown[]) => {
    const found = (await loadRest())[name] as (...given: readonly unknown[]) => unknown;
    return found(...given);
  }) as Later<Rest[Name]>;

/** Reads, checks and compiles a configuration. */
export const loadConfig = later('loadConfig');

/** Judges whether the parts of a configuration that wait for trust may act. */
export const judgeConfig = later('judgeConfig');

/** Records that this user trusts the judged content, or this configuration with any future content. Throws TRUST_FOLDER_OPEN. */
export const recordTrust = later('recordTrust');

/** Removes the trust in a folder. Resolves to whether the folder was trusted. */
export const revokeTrust = later('revokeTrust');

/**
 * Writes allow rules into the person's own file beside a configuration, and records that they are this user's. Throws RULE_NOT_KEPT,
 * CONFIG_NOT_EDITED, TRUST_*.
 */
export const keepRule = later('keepRule');

/** Returns the text of a configuration with one more entry in a section. Throws CONFIG_NOT_EDITED. */
export const addEntry = later('addEntry');

/** Returns the entries of a section as they are written. Throws CONFIG_NOT_EDITED. */
export const entriesIn = later('entriesIn');

/** Returns the text without an entry, or `undefined` if there is no such entry. */
export const removeEntry = later('removeEntry');

/**
 * Returns the JSON Schema of a configuration file, for editors. `manifests` are those of the installed plugins by package name; their options
 * are checked where `use` names them.
 */
export const configSchema = later('configSchema');

/** Returns a hash over the code that a plan runs. */
export const codeHash = later('codeHash');

/** Returns the text of `loadout.lock` with the lock for the current state. */
export const makeLock = later('makeLock');

/** Returns the differences between `loadout.lock` and the current state, one per line. Throws LOCK_MISSING, LOCK_INVALID. */
export const differsFromLock = later('differsFromLock');

/** Returns the servers of a registry in the lock of a configuration, by server. Throws LOCK_INVALID. */
export const lockedServers = later('lockedServers');

/** Returns the text of `loadout.lock` with these servers of a registry. All else of it stays. Throws LOCK_INVALID. */
export const lockWithServers = later('lockWithServers');

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

/** Whether `loadout.lock` has a lock of this configuration. Throws LOCK_INVALID. */
export async function isLocked(owner: LockOwner): Promise<boolean> {
  return existsSync(join(owner.configDir, LOCK_NAME)) && (await loadRest()).isLocked(owner);
}
