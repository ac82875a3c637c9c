import { errors } from '../errors.js';
import { judgeFiles } from '../trust/judge-config.js';
import { compareLocks } from './compare-locks.js';
import { currentLock } from './current-lock.js';
import { LOCK_NAME } from './lock.js';
import { lockText, readLock } from './lock-file.js';
import type { VerifyOptions } from './verify-lock.js';

export type LockOptions = Omit<VerifyOptions, 'hooks' | 'cacheDir'>;

/** The text of the lock for what is here. Fingerprints of MCP tools stay as they are: only their servers could tell. */
export async function makeLock(options: LockOptions): Promise<string> {
  const here = await whatIsHere(options);
  return lockText({ ...here, mcp: readLock(options.configDir)?.mcp ?? {} });
}

/** All that differs between the lock and what is here. Throws LOCK_MISSING and LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  const locked = readLock(options.configDir);
  if (locked === undefined) throw errors.LOCK_MISSING({ file: LOCK_NAME });
  return compareLocks(locked, await whatIsHere(options));
}

async function whatIsHere(options: LockOptions) {
  const { configFile: file, configDir, mounts } = options;
  const { verdict } = await judgeFiles({ ...options, cwd: configDir, file });
  return currentLock(mounts, { configDir, verdict }).lock;
}
