import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findConfig } from '../load/find-config.js';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import { settingsFile } from '../load/settings-file.js';
import { isLocal, packageFiles } from '../packages/find-package.js';
import { ownFolder, ownVersion } from '../packages/own-folder.js';
import { splitUse } from '../packages/split-use.js';
import { type LookedAt, stateOf } from '../trust/looked.js';
import { subjectOf } from '../trust/project-root.js';
import { trustedBefore } from '../trust/trust-record.js';
import type { TrustOptions, TrustVerdict } from '../trust/verdict.js';
import { type CachedPlan, cacheFile, hashValue, readCached, writeCached } from './plan-cache.js';

/** Loads the code that reads, checks and compiles. A usable cached plan does not need that code. */
const loader = () => import('../load/load-config.js');

export interface LoadPlanOptions extends LoadOptions {
  /**
   * The folder of cached plans. Default: `$XDG_CACHE_HOME/loadout/plans`, else `~/.cache/loadout/plans`. If neither is known,
   * nothing is stored.
   */
  readonly cacheDir?: string | undefined;
  /** Whether the caller shows the verdict or records it. Then an untrusted configuration is judged from its files. Default `false`. */
  readonly showsVerdict?: boolean | undefined;
}

/**
 * Returns the plan alone, for a run. If none of its sources has changed, the plan comes from the cache, and neither a parser nor
 * the schema is loaded. A plan with a warning or a secret is never stored. Whether the configuration is trusted is looked up each
 * time: of a stored plan, only what it was compiled from is known.
 * Contract: as `loadConfig`.
 */
export async function loadPlan(options: LoadPlanOptions): Promise<Pick<LoadedConfig, 'plan' | 'warnings' | 'trust' | 'claude'>> {
  const { cacheDir = defaultFolder(options.env), showsVerdict = false, ...asked } = options;
  if (asked.document !== undefined || asked.claude !== undefined) return (await loader()).loadConfig(asked);
  const file = findConfig(asked.cwd, asked.file ?? (asked.env.LOADOUT_CONFIG || undefined));
  const cache =
    cacheDir === undefined || file === undefined
      ? undefined
      : cacheFile(cacheDir, { options: asked, file, version: ownVersion() });
  const kept = cache === undefined ? undefined : readCached(cache, asked);
  if (kept !== undefined && isJudgedAlike(kept.trust, { file, trust: asked.trust, showsVerdict }))
    return { ...told(kept), warnings: [] };
  const loaded = await (await loader()).loadConfig(asked);
  if (cache !== undefined && isKeepable(loaded))
    writeCached(cache, {
      plan: { ...loaded.plan, secrets: [] },
      ...(loaded.trust === undefined || loaded.trust.parts.length === 0 ? {} : { trust: loaded.trust }),
      agent: agentOf(loaded, asked.agent),
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

/**
 * Whether the user's record gives the verdict that a stored plan was compiled under. A plan without the parts that wait is used only where
 * the record does not know the configuration, since a person is then shown what changed.
 */
function isJudgedAlike(
  kept: TrustVerdict | undefined,
  {
    file,
    trust,
    showsVerdict,
  }: { readonly file: string | undefined; readonly trust: TrustOptions | undefined; readonly showsVerdict: boolean },
): boolean {
  if (kept === undefined || trust === undefined || file === undefined) return kept === undefined;
  const { hashes = [] } = trust;
  const before = trustedBefore(trust.file, subjectOf(file));
  if (kept.trusted) return hashes.includes(kept.hash) || before?.hash === kept.hash;
  return !showsVerdict && before === undefined && hashes.length === 0;
}

const told = ({ plan, trust }: Pick<CachedPlan, 'plan' | 'trust'>) => (trust?.trusted === false ? { plan, trust } : { plan });

/** The agent for which the params of a configuration were checked. */
function agentOf({ plan, resolved }: LoadedConfig, asked: string | undefined): CachedPlan['agent'] {
  if (!JSON.stringify(resolved).includes('"params"')) return 'any';
  return asked !== undefined && Object.hasOwn(plan.agents, asked) ? { name: asked } : 'none';
}

/** Whether the plan depends only on files and variables that can be listed. Any other plan is compiled each time. */
function isKeepable({ plan, warnings, files, trust, idleSecrets }: LoadedConfig): boolean {
  // A folder that is trusted as it changes tells each change once.
  if (trust?.standing === true) return false;
  const isIdle = (secret: string) => idleSecrets.some(({ value }) => value === secret);
  if (!plan.secrets.every(isIdle) || warnings.length > 0 || files.some((file) => !/\.(ya?ml|json|md)$/.test(file))) return false;
  return !files.some((file) => /(?:^|[{,])\s*["']?(?:include|compat|skills)["']?\s*:|\$\{(?:file|secret):/m.test(text(file)));
}

function filesOf({ plan, mounts, files, looked }: LoadedConfig, options: LoadOptions): LookedAt {
  // A plugin that waits becomes free once it is installed with Loadout.
  const uses = [...mounts.map((one) => one.use), '@loadout/hooks'];
  const roots = [plan.configDir, ...(options.packageRoots ?? [ownFolder()])];
  const manifests = uses.filter((use) => !isLocal(use)).flatMap((use) => packageFiles(splitUse(use).name, roots));
  const settings = [settingsFile('user', options), settingsFile('managed', options)];
  const all = [...files, ...manifests, ...settings];
  return { ...looked, ...Object.fromEntries(all.map((file) => [file, stateOf(file)])) };
}

function envOf({ files }: LoadedConfig, { env }: LoadOptions): Record<string, string> {
  const named = files.flatMap((file) => [...text(file).matchAll(/\$\{(?:env:)?([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries([...named, 'LOADOUT_MODEL', 'HOME', 'XDG_CONFIG_HOME'].map((name) => [name, hashValue(env[name])]));
}

const text = (file: string) => readFileSync(file, 'utf8');
