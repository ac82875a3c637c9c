import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '@loadout/core';
import type { Plan } from '@loadout/core/run';
import { makeFolder } from '@loadout/node';
import { type SecretSource, sourceValue } from '../interpolate/idle-secrets.js';
import type { LoadOptions } from '../load/load-options.js';
import { sha256 } from '../read/path-state.js';
import { writePrivate } from '../trust/private-file.js';
import type { TrustVerdict } from '../trust/verdict.js';
import { areUnchanged, type PathStates } from '../trust/watched-paths.js';

/** A stored plan, and everything that the plan was compiled from. The plan is compiled again when any of that has changed. */
export interface CachedPlan {
  readonly plan: Plan;
  /** The verdict that the plan was compiled under. Absent if nothing in the configuration needs trust. */
  readonly trust?: TrustVerdict | undefined;
  /** The agent whose params were given: its name, `none`, or `any` if the configuration has no params. */
  readonly agent: { readonly name: string } | 'none' | 'any';
  /** The state of every path that was examined. Missing paths are included, since a file may appear there. */
  readonly files: PathStates;
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
  // The name of the agent is often the prompt. The entry says for which agents it holds.
  const { env: _, agent: __, ...asked } = options;
  return join(folder, `${sha256(JSON.stringify([version, file, asked])).slice(0, 32)}.json`);
}

/**
 * The stored plan and the verdict that it was compiled under, if all of its sources are unchanged. The caller judges anew. A file with another
 * content than an entry is none.
 */
export function readCached(path: string, { env, agent }: LoadOptions): Pick<CachedPlan, 'plan' | 'trust'> | undefined {
  try {
    const entry = readEntry(path);
    if (!isObject(entry?.plan.agents) || !isFor(entry, agent)) return undefined;
    const fresh = areUnchanged(entry.files) && Object.entries(entry.env).every(([name, was]) => hashValue(env[name]) === was);
    const secrets = fresh ? entry.secrets.flatMap((source) => sourceValue(source, env) ?? []) : [];
    return fresh ? { plan: { ...entry.plan, secrets: [...new Set(secrets)] }, trust: entry.trust } : undefined;
  } catch {
    return undefined;
  }
}

/** Another user could have written a file that others may write, or that is another's. Such a file is no cache. */
function readEntry(path: string): CachedPlan | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  const isOwn = stat !== undefined && (process.getuid === undefined || [0, process.getuid()].includes(stat.uid));
  if (stat === undefined || !stat.isFile() || !isOwn || (stat.mode & 0o022) !== 0) return undefined;
  return JSON.parse(readFileSync(path, 'utf8')) as CachedPlan;
}

/** An undeclared name counts as no agent, as it does when a configuration is read. */
function isFor({ plan, agent: kept }: CachedPlan, asked: string | undefined): boolean {
  if (kept === 'any') return true;
  const isDeclared = asked !== undefined && Object.hasOwn(plan.agents, asked);
  return kept === 'none' ? !isDeclared : isDeclared && kept.name === asked;
}

/** Writes a temporary file for the owner alone, and renames it. If the file cannot be written, nothing is cached. */
export function writeCached(path: string, entry: CachedPlan): void {
  try {
    writePrivate(path, JSON.stringify(entry));
  } catch {
    // The next start compiles the plan again.
  }
}

/** Whether the folder was there. Makes it for the next call if not. */
export function wasThere(folder: string): boolean {
  if (existsSync(folder)) return true;
  try {
    makeFolder(folder);
  } catch {
    // The plan is compiled at each start.
  }
  return false;
}

export const hashValue = (value: string | undefined): string => (value === undefined ? 'absent' : sha256(value));
