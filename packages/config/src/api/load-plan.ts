import { dirname, join } from 'node:path';
import { cacheHome } from '@loadout/node';
import { type CachedPlan, cacheFile, readCached, wasThere, writeCached } from '../cache/plan-cache.js';
import { findConfig } from '../load/find-config.js';
import { unlessTracked } from '../load/git-ignore.js';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import { ownVersion } from '../packages/own-folder.js';
import { subjectOf } from '../trust/project-root.js';
import { trustedBefore } from '../trust/trust-record.js';
import type { TrustVerdict } from '../trust/verdict.js';
import { loadRest } from './functions.js';

export interface LoadPlanOptions extends LoadOptions {
  /**
   * The folder of cached plans. Default: `$XDG_CACHE_HOME/loadout/plans`, else `~/.cache/loadout/plans`, which the first call makes and later
   * ones fill: a home that is thrown away after one run never reads a plan. If neither is known, nothing is stored.
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
  const { cacheDir: given, showsVerdict, ...asked } = options;
  const cacheDir = given ?? defaultFolder(options.env);
  if (asked.document !== undefined || asked.claude !== undefined) return (await loadRest()).loadConfig(asked);
  const file = findConfig(asked);
  const path =
    file === undefined || cacheDir === undefined
      ? undefined
      : cacheFile(cacheDir, { options: asked, file, version: ownVersion() });
  const kept = path === undefined ? undefined : readCached(path, asked);
  if (kept !== undefined && (await isJudgedAlike(kept.trust, file, { ...asked, showsVerdict })))
    return { ...told(kept), warnings: [] };
  const { existing, loadFrom, entryOf, isKeepable } = await loadRest();
  const loaded = await loadFrom(existing(file, asked), asked);
  const isStored = path !== undefined && (given !== undefined || wasThere(dirname(path)));
  if (isStored && isKeepable(loaded)) writeCached(path, entryOf(loaded, asked));
  return loaded;
}

function defaultFolder(env: LoadOptions['env']): string | undefined {
  const base = cacheHome(env);
  return base === undefined ? undefined : join(base, 'loadout', 'plans');
}

/**
 * Whether the user's record gives the verdict that a stored plan was compiled under. A plan without the parts that wait is used only where
 * the record does not know the configuration, since a person is then shown what changed.
 */
async function isJudgedAlike(
  kept: TrustVerdict | undefined,
  file: string | undefined,
  { trust, showsVerdict, env }: Pick<LoadPlanOptions, 'trust' | 'showsVerdict' | 'env'>,
): Promise<boolean> {
  if (kept === undefined || trust === undefined || file === undefined) return kept === undefined;
  const { personal, ...main } = kept;
  const isAlike = (one: TrustVerdict, { root, config }: Pick<TrustVerdict, 'root' | 'config'>) => {
    if (one.root !== root || one.config !== config) return false;
    if (one.parts.length === 0) return true;
    const { hashes = [] } = trust;
    const before = trustedBefore(trust.file, one);
    if (one.trusted) return hashes.includes(one.hash) || before?.hash === one.hash;
    return showsVerdict !== true && before === undefined && hashes.length === 0;
  };
  if (!isAlike(main, subjectOf(file))) return false;
  if (personal === undefined) return true;
  return isAlike(personal, personal) && (await unlessTracked(personal, { trust, env })) === personal;
}

const told = ({ plan, trust }: Pick<CachedPlan, 'plan' | 'trust'>) =>
  trust?.trusted === false || trust?.personal?.trusted === false ? { plan, trust } : { plan };
