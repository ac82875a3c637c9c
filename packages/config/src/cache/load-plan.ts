import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findConfig } from '../load/find-config.js';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import { settingsFile } from '../load/settings-file.js';
import { isLocal, packageFiles } from '../packages/find-package.js';
import { ownFolder, ownVersion } from '../packages/own-folder.js';
import { splitUse } from '../packages/split-use.js';
import { type LookedAt, stateOf } from '../trust/looked.js';
import { cacheFile, hashValue, readCached, writeCached } from './plan-cache.js';

/** Loads the code that reads, checks and compiles. A usable cached plan does not need that code. */
const loader = () => import('../load/load-config.js');

export interface LoadPlanOptions extends LoadOptions {
  /**
   * The folder of cached plans. Default: `$XDG_CACHE_HOME/loadout/plans`, else `~/.cache/loadout/plans`. If neither is known,
   * nothing is stored.
   */
  readonly cacheDir?: string | undefined;
}

/**
 * Returns the plan alone, for a run. If none of its sources has changed, the plan comes from the cache, and neither a parser nor
 * the schema is loaded. A plan with a warning or a secret is never stored, nor is a plan from which something waits for trust.
 * Contract: as `loadConfig`.
 */
export async function loadPlan(options: LoadPlanOptions): Promise<Pick<LoadedConfig, 'plan' | 'warnings' | 'trust' | 'claude'>> {
  const { cacheDir = defaultFolder(options.env), ...asked } = options;
  if (asked.document !== undefined || asked.claude !== undefined) return (await loader()).loadConfig(asked);
  const file = findConfig(asked.cwd, asked.file ?? (asked.env.LOADOUT_CONFIG || undefined));
  const cache =
    cacheDir === undefined || file === undefined
      ? undefined
      : cacheFile(cacheDir, { options: asked, file, version: ownVersion() });
  const kept = cache === undefined ? undefined : readCached(cache, asked.env);
  if (kept !== undefined) return { plan: kept, warnings: [] };
  const loaded = await (await loader()).loadConfig(asked);
  if (cache !== undefined && isKeepable(loaded))
    writeCached(cache, {
      plan: { ...loaded.plan, secrets: [] },
      files: filesOf(loaded, asked),
      env: envOf(loaded, asked),
      secrets: loaded.idleSecrets.map(({ source }) => source),
    });
  return loaded;
}

function defaultFolder(env: LoadOptions['env']): string | undefined {
  const base = env.XDG_CACHE_HOME || (env.HOME === undefined ? undefined : join(env.HOME, '.cache'));
  return base === undefined ? undefined : join(base, 'loadout', 'plans');
}

/** Whether the plan depends only on files and variables that can be listed. Any other plan is compiled each time. */
function isKeepable({ plan, warnings, files, trust, idleSecrets }: LoadedConfig): boolean {
  if (trust?.trusted === false || trust?.standing === true) return false;
  const isIdle = (secret: string) => idleSecrets.some(({ value }) => value === secret);
  if (!plan.secrets.every(isIdle) || warnings.length > 0 || files.some((file) => !/\.(ya?ml|json|md)$/.test(file))) return false;
  return !files.some((file) => /(?:^|[{,])\s*["']?(?:include|compat|skills)["']?\s*:|\$\{(?:file|secret):/m.test(text(file)));
}

function filesOf({ plan, files, looked }: LoadedConfig, options: LoadOptions): LookedAt {
  const uses = [...plan.plugins.map((one) => one.use), ...Object.values(plan.providers).map((one) => one.use), '@loadout/hooks'];
  const roots = [plan.configDir, ...(options.packageRoots ?? [ownFolder()])];
  const manifests = uses.filter((use) => !isLocal(use)).flatMap((use) => packageFiles(splitUse(use).name, roots));
  const settings = [settingsFile('user', options), settingsFile('managed', options)];
  const record = options.trust === undefined ? [] : [options.trust.file];
  const all = [...files, ...manifests, ...settings, ...record];
  return { ...looked, ...Object.fromEntries(all.map((file) => [file, stateOf(file)])) };
}

function envOf({ files }: LoadedConfig, { env }: LoadOptions): Record<string, string> {
  const named = files.flatMap((file) => [...text(file).matchAll(/\$\{(?:env:)?([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries([...named, 'LOADOUT_MODEL', 'HOME', 'XDG_CONFIG_HOME'].map((name) => [name, hashValue(env[name])]));
}

const text = (file: string) => readFileSync(file, 'utf8');
