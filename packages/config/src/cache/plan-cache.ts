import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from '@loadout/core';
import { type SecretSource, sourceValue } from '../interpolate/idle-secrets.js';
import type { LoadOptions } from '../load/load-options.js';
import { isAsLooked, type LookedAt } from '../trust/looked.js';

/** A stored plan, and everything that the plan was compiled from. The plan is compiled again when any of that has changed. */
export interface CachedPlan {
  readonly plan: Plan;
  /** The state of every path that was examined. Missing paths are included, since a file may appear there. */
  readonly files: LookedAt;
  /** The variables that the configuration names, with the hash of each value. */
  readonly env: Readonly<Record<string, string>>;
  /** The sources of the plan's secrets. Their values are never stored and do not occur in the plan. */
  readonly secrets: readonly SecretSource[];
}

/**
 * The file of one cache entry. The file, the profile, the flags and the version of this package each select a different entry.
 */
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
  const fresh = isAsLooked(entry.files) && Object.entries(entry.env).every(([name, was]) => hashValue(env[name]) === was);
  if (!fresh) return undefined;
  const secrets = entry.secrets.flatMap((source) => sourceValue(source, env) ?? []);
  return { ...entry.plan, secrets: [...new Set(secrets)] };
}

/** Writes a temporary file for the owner alone and renames it. If the file cannot be written, nothing is cached. */
export function writeCached(path: string, entry: CachedPlan): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const fresh = `${path}.${process.pid}`;
    writeFileSync(fresh, JSON.stringify(entry), { mode: 0o600 });
    renameSync(fresh, path);
  } catch {
    // The next start compiles the plan again.
  }
}

export const hashValue = (value: string | undefined): string => (value === undefined ? 'absent' : hash(value));

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
