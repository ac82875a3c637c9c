import { errors } from '../errors.js';
import { judgeFiles } from '../trust/judge-config.js';
import { compareLocks } from './compare-locks.js';
import { currentLock } from './current-lock.js';
import { LOCK_NAME, type Lock } from './lock.js';
import { lockText, readLock } from './lock-file.js';
import type { VerifyOptions } from './verify-lock.js';

export interface LockOptions extends Omit<VerifyOptions, 'hooks' | 'cacheDir'> {
  /** What the MCP servers offer now. Absent: nobody asked them, and what is locked of them stays as it is. */
  readonly mcp?: ServersNow | undefined;
}

export interface ServersNow {
  readonly fingerprints: Lock['mcp'];
  /** Keys of servers that are configured and could not be asked. */
  readonly unasked: readonly string[];
}

/** The text of the lock for what is here. */
export async function makeLock(options: LockOptions): Promise<string> {
  const locked = readLock(options.configDir)?.mcp ?? {};
  return lockText({ ...(await whatIsHere(options)), mcp: serversIn(options, locked) ?? locked });
}

/** All that differs between the lock and what is here. Throws LOCK_MISSING and LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  const locked = readLock(options.configDir);
  if (locked === undefined) throw errors.LOCK_MISSING({ file: LOCK_NAME });
  return compareLocks(locked, { ...(await whatIsHere(options)), mcp: serversIn(options, locked.mcp) });
}

/** What is locked of a server holds on until it can be asked. */
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
