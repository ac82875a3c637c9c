import { basename } from 'node:path';
import { LOCK_NAME } from '@loadout/config';
import { judgeFiles } from '@loadout/config/documents';
import { compareLocks } from './compare-locks.js';
import { currentLock } from './current-lock.js';
import { errors } from './errors.js';
import type { Lock } from './lock.js';
import { type LockOwner, lockCommand, lockText, readLock } from './lock-file.js';
import type { VerifyOptions } from './verify-lock.js';

export interface LockOptions extends Omit<VerifyOptions, 'hooks' | 'cacheDir'> {
  /** The current tools of the MCP servers. If absent, the servers were not asked, and their locked entries stay. */
  readonly mcp?: ServersNow | undefined;
}

export interface ServersNow {
  readonly fingerprints: Lock['mcp'];
  /** Keys of configured servers that could not be asked. */
  readonly unasked: readonly string[];
}

/** Returns the text of the lock file with the lock for the current state. Throws LOCK_INVALID. */
export async function makeLock(options: LockOptions): Promise<string> {
  const { mcp: locked = {}, servers } = readLock(options) ?? {};
  return lockText({ ...(await whatIsHere(options)), mcp: serversIn(options, locked) ?? locked, servers }, options);
}

/** Whether a configuration has a lock. Throws LOCK_INVALID. */
export const isLocked = (owner: LockOwner): boolean => readLock(owner) !== undefined;

/** Returns all differences between the lock and the current state. Throws LOCK_MISSING and LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  const locked = readLock(options);
  if (locked === undefined)
    throw errors.LOCK_MISSING({ file: LOCK_NAME, of: basename(options.configFile), update: lockCommand(options) });
  return compareLocks(locked, { ...(await whatIsHere(options)), mcp: serversIn(options, locked.mcp) });
}

/** The servers' entries. The locked entry of a server stays until the server can be asked. */
function serversIn({ mcp }: LockOptions, locked: Lock['mcp']): Lock['mcp'] | undefined {
  if (mcp === undefined) return undefined;
  const kept = Object.entries(locked).filter(([key]) => mcp.unasked.includes(key));
  return { ...Object.fromEntries(kept), ...mcp.fingerprints };
}

async function whatIsHere(options: LockOptions) {
  const { configFile: file, configDir, mounts } = options;
  const { verdict } = await judgeFiles({ ...options, cwd: configDir, file });
  return currentLock(mounts, { configDir, verdict }).lock;
}
