import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plan } from '@loadout/core';
import { type SecretSource, sourceValue } from '../interpolate/idle-secrets.js';
import type { LoadOptions } from '../load/load-options.js';
import { isAsLooked, type LookedAt } from '../trust/looked.js';

/** A plan as it was made, and everything that it was made of: with any of that changed it is made anew. */
export interface CachedPlan {
  readonly plan: Plan;
  /** Every path that was looked at, with its state: also those that were not there, since a file may appear. */
  readonly files: LookedAt;
  /** Variables that the configuration names -> hash of the value. */
  readonly env: Readonly<Record<string, string>>;
  /** Where the plan's secrets are. Their values are never stored, and stand nowhere in the plan. */
  readonly secrets: readonly SecretSource[];
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
  const fresh = isAsLooked(entry.files) && Object.entries(entry.env).every(([name, was]) => hashValue(env[name]) === was);
  if (!fresh) return undefined;
  const secrets = entry.secrets.flatMap((source) => sourceValue(source, env) ?? []);
  return { ...entry.plan, secrets: [...new Set(secrets)] };
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

export const hashValue = (value: string | undefined): string => (value === undefined ? 'absent' : hash(value));

const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
