import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_NAME } from './lock.js';
import type { LockOptions } from './make-lock.js';
import type { VerifyOptions } from './verify-lock.js';

/** Before a run: what it loads is what `loadout.lock` holds. Without a lock nothing is loaded for it. Throws LOCK_CHANGED. */
export async function verifyLoaded(options: VerifyOptions): Promise<void> {
  if (existsSync(join(options.configDir, LOCK_NAME))) await (await import('./verify-lock.js')).verifyLoaded(options);
}

/** The text of `loadout.lock` for what is here now. */
export async function makeLock(options: LockOptions): Promise<string> {
  return (await import('./make-lock.js')).makeLock(options);
}

/** What differs between `loadout.lock` and what is here, a line each. Throws LOCK_MISSING, LOCK_INVALID. */
export async function differsFromLock(options: LockOptions): Promise<readonly string[]> {
  return (await import('./make-lock.js')).differsFromLock(options);
}
