import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from '@loadout/core';
import type { LoadOptions } from '../load/load-options.js';

/** A plan as it was made, and everything that it was made of: with any of that changed it is made anew. */
export interface CachedPlan {
  readonly plan: Plan;
  /** Absolute path -> hash of its content; `absent` for a file that was looked for and not there. */
  readonly files: Readonly<Record<string, string>>;
  /** Variables that the configuration names -> hash of the value. */
  readonly env: Readonly<Record<string, string>>;
}

/** One entry for each way of asking: the file, the profile, the flags, the version of this package. */
export function cacheFile(
  folder: string,
  { options, file, version }: { options: LoadOptions; file: string; version: string },
): string {
  const { env: _, ...asked } = options;
  return join(folder, `${hash(JSON.stringify([version, file, asked])).slice(0, 32)}.json`);
}

export function readCached(path: string, env: LoadOptions['env']): Plan | undefined {
  let entry: CachedPlan;
  try {
    entry = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  const fresh =
    Object.entries(entry.files).every(([file, was]) => hashFile(file) === was) &&
    Object.entries(entry.env).every(([name, was]) => hashValue(env[name]) === was);
  return fresh ? entry.plan : undefined;
}

/** Written beside and renamed, for its owner alone. Where it cannot be written there is no cache, and that is all. */
export function writeCached(path: string, entry: CachedPlan): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(entry), { mode: 0o600 });
    renameSync(fresh, path);
  } catch {
    // The next start makes the plan again.
  }
}

/** A folder counts by the names in it; a file also by where it truly lies, since a link can come to lead elsewhere. */
export function hashFile(file: string): string {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'absent';
    if (found.isDirectory()) return hash(readdirSync(file).sort().join('\0'));
    return hash(Buffer.concat([Buffer.from(`${realpathSync.native(file)}\0`), readFileSync(file)]));
  } catch {
    return 'absent';
  }
}

export const hashValue = (value: string | undefined): string => (value === undefined ? 'absent' : hash(value));

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
