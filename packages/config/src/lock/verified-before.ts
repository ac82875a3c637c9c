import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Times and sizes of the files that matched the lock, so that a run compares only these. */
type Stamps = Readonly<Record<string, string>>;

/** Whether all files are unchanged since they were verified. `cacheFile` belongs to one lock and one set of plugins. */
export function isVerified(cacheFile: string): boolean {
  try {
    const stamps = JSON.parse(readFileSync(cacheFile, 'utf8')) as Stamps;
    return Object.entries(stamps).every(([file, stamp]) => stampOf(file) === stamp);
  } catch {
    return false;
  }
}

/** Stores the verified state. If it cannot be written, the next run verifies again. */
export function rememberVerified(cacheFile: string, files: readonly string[]): void {
  try {
    mkdirSync(dirname(cacheFile), { recursive: true, mode: 0o700 });
    const fresh = `${cacheFile}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(Object.fromEntries(files.map((file) => [file, stampOf(file)]))), { mode: 0o600 });
    renameSync(fresh, cacheFile);
  } catch {
    // The failure costs only speed.
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
}
