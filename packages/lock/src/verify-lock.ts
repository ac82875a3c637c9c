import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { LOCK_NAME, type LockMount, type TrustOptions } from '@loadout/config';
import { judgeFiles, ownVersion, sha256, writePrivate } from '@loadout/config/documents';
import { compareLocks } from './compare-locks.js';
import { currentLock } from './current-lock.js';
import { errors } from './errors.js';
import { lockCommand, readLock } from './lock-file.js';

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
  const { verdict, files, watched } = await judgeFiles({ ...options, cwd: configDir, file });
  // Parts that wait for trust are not loaded.
  const here = currentLock(mounts, { configDir, verdict: hooks ? verdict : { ...verdict, parts: [] } });
  const lines = compareLocks(locked, here.lock, { loaded: true });
  const lockFile = join(configDir, LOCK_NAME);
  if (lines.length > 0) throw errors.LOCK_CHANGED({ file: LOCK_NAME, lines, update: lockCommand(options) });
  if (cacheFile !== undefined) rememberVerified(cacheFile, [lockFile, ...files, ...Object.keys(watched), ...here.files]);
}

/** Times and sizes of the files that matched the lock, so that a run compares only these. */
type Stamps = Readonly<Record<string, string>>;

/** Whether all files are unchanged since they were verified. `cacheFile` belongs to one lock and one set of plugins. */
function isVerified(cacheFile: string): boolean {
  try {
    const stamps = JSON.parse(readFileSync(cacheFile, 'utf8')) as Stamps;
    return Object.entries(stamps).every(([file, stamp]) => stampOf(file) === stamp);
  } catch {
    return false;
  }
}

/** Stores the verified state. If it cannot be written, the next run verifies again. */
function rememberVerified(cacheFile: string, files: readonly string[]): void {
  try {
    writePrivate(cacheFile, JSON.stringify(Object.fromEntries(files.map((file) => [file, stampOf(file)]))));
  } catch {
    // The failure costs only speed.
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
}
