/** Public functions that load their code at the first call: a start without a lock reads none of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_NAME, type LoadedConfig, lockMounts } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import { cacheHome } from '@loadout/node';
import type { LockOwner } from './lock-file.js';
import type { VerifyOptions } from './verify-lock.js';

const loadRest = () => import('./rest.js');
type Rest = Awaited<ReturnType<typeof loadRest>>;

/** Returns a hash over the code that a plan runs. */
export const codeHash: Rest['codeHash'] = async (...given) => (await loadRest()).codeHash(...given);

/** Returns the text of `loadout.lock` with the lock for the current state. */
export const makeLock: Rest['makeLock'] = async (...given) => (await loadRest()).makeLock(...given);

/** Returns the differences between `loadout.lock` and the current state, one per line. Throws LOCK_MISSING, LOCK_INVALID. */
export const differsFromLock: Rest['differsFromLock'] = async (...given) => (await loadRest()).differsFromLock(...given);

/** Looks up the servers of a registry, and returns the text of `loadout.lock` with them; `undefined` if there are none. Throws LOCK_INVALID. */
export const lockWithServers: Rest['lockWithServers'] = async (...given) => (await loadRest()).lockWithServers(...given);

/** Replaces each server of a document that names an entry of a registry by what the lock has for it. `@loadout/config` asks for it by name. */
export const withRegistryServers: Rest['withRegistryServers'] = async (...given) =>
  (await loadRest()).withRegistryServers(...given);

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
