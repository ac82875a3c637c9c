import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Times and sizes of the files that were found as locked, so that a run looks at these alone. */
type Stamps = Readonly<Record<string, string>>;

/** Whether all files are as they were when they were verified. `cacheFile` belongs to one lock and one set of plugins. */
export function isVerified(cacheFile: string): boolean {
  try {
    const stamps = JSON.parse(readFileSync(cacheFile, 'utf8')) as Stamps;
    return Object.entries(stamps).every(([file, stamp]) => stampOf(file) === stamp);
  } catch {
    return false;
  }
}

/** Where it cannot be written the next run verifies again. */
export function rememberVerified(cacheFile: string, files: readonly string[]): void {
  try {
    mkdirSync(dirname(cacheFile), { recursive: true, mode: 0o700 });
    const fresh = `${cacheFile}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(Object.fromEntries(files.map((file) => [file, stampOf(file)]))), { mode: 0o600 });
    renameSync(fresh, cacheFile);
  } catch {
    // Only speed is lost.
  }
}

function stampOf(file: string): string {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? 'absent' : `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
}
