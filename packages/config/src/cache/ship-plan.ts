import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { errors } from '../errors.js';
import { loadConfig } from '../load/load-config.js';
import type { LoadOptions } from '../load/load-options.js';
import { ownVersion } from '../packages/own-folder.js';
import { entryOf, isKeepable } from './entry-of.js';
import { cacheFile, writeCached } from './plan-cache.js';
import { actingPart, folderProblem, insideProblem } from './shipped.js';

/**
 * Compiles the plan of a configuration and stores it in a folder that an image can bring: LOADOUT_CACHE names it to a run. Returns the file.
 * Contract: as `loadConfig`, and throws CACHE_FOLDER, CACHE_UNFIT.
 */
export async function shipPlan(options: LoadOptions, folder: string): Promise<string> {
  const loaded = await loadConfig(options);
  const { configFile = '' } = loaded.plan;
  const inside = insideProblem(folder, configFile);
  if (inside === undefined) mkdirSync(folder, { recursive: true, mode: 0o755 });
  const problem = inside ?? folderProblem(folder, configFile);
  if (problem !== undefined) throw errors.CACHE_FOLDER({ folder, problem });
  const entry = entryOf(loaded, options);
  const acting = actingPart(entry.plan) ?? (entry.secrets.length > 0 ? 'secrets' : undefined);
  if (acting !== undefined) throw errors.CACHE_UNFIT({ problem: `${acting} acts, and a stored plan must not` });
  if (!isKeepable(loaded)) throw errors.CACHE_UNFIT({ problem: UNLISTED });
  const path = cacheFile(join(folder, 'plans'), { options, file: configFile, version: ownVersion() });
  // A container often runs as another user than its image was built by, and the entry has no secret.
  writeCached(path, entry, { folder: 0o755, file: 0o644 });
  if (!existsSync(path)) throw errors.CACHE_FOLDER({ folder, problem: 'it cannot be written' });
  return path;
}

const UNLISTED =
  'it depends on more than files and variables that can be listed: a warning, a secret, include, compat, skills, ${file:…} or ${secret:…}';
