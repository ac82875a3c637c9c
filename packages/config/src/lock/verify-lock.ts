import { join } from 'node:path';
import { errors } from '../errors.js';
import { judgeFiles } from '../load/judge-config.js';
import type { LockMount } from '../packages/lock-mounts.js';
import { ownVersion } from '../packages/own-folder.js';
import { sha256 } from '../trust/fingerprint.js';
import type { TrustOptions } from '../trust/verdict.js';
import { compareLocks } from './compare-locks.js';
import { currentLock } from './current-lock.js';
import { LOCK_NAME } from './lock.js';
import { lockCommand, readLock } from './lock-file.js';
import { isVerified, rememberVerified } from './verified-before.js';

export interface VerifyOptions {
  readonly configFile: string;
  readonly configDir: string;
  /** The loaded plugins and providers. */
  readonly mounts: readonly LockMount[];
  /** Whether the parts that need trust are loaded: hooks, commands as tools, and plugins of Claude Code. */
  readonly hooks: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly trust: TrustOptions;
  /** The folder of the cache. Absent: verified states are not stored. */
  readonly cacheDir?: string | undefined;
}

/** Verifies before a run that everything it loads matches the lock. Does nothing if there is no lock. Throws LOCK_*, TRUST_*. */
export async function verifyLoaded(options: VerifyOptions): Promise<void> {
  const { configFile: file, configDir, mounts, hooks, cacheDir } = options;
  const key = sha256(JSON.stringify([ownVersion(), file, mounts, hooks])).slice(0, 32);
  const cacheFile = cacheDir === undefined ? undefined : join(cacheDir, `${key}.json`);
  if (cacheFile !== undefined && isVerified(cacheFile)) return;
  const locked = readLock(options);
  if (locked === undefined) return;
  const { verdict, files, looked } = await judgeFiles({ ...options, cwd: configDir, file });
  // Parts that wait for trust are not loaded.
  const here = currentLock(mounts, { configDir, verdict: hooks ? verdict : { ...verdict, parts: [] } });
  const lines = compareLocks(locked, here.lock, { loaded: true });
  const lockFile = join(configDir, LOCK_NAME);
  if (lines.length > 0) throw errors.LOCK_CHANGED({ file: LOCK_NAME, lines, update: lockCommand(options) });
  if (cacheFile !== undefined) rememberVerified(cacheFile, [lockFile, ...files, ...Object.keys(looked), ...here.files]);
}
