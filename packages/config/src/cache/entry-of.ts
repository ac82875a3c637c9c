import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import { settingsFile } from '../load/load-settings.js';
import { misplacedPlaces, personalPlaces } from '../load/personal-places.js';
import { isLocal, packageFiles, splitUse } from '../packages/find-package.js';
import { ownFolder } from '../packages/own-folder.js';
import { stateOf } from '../read/path-state.js';
import type { TrustVerdict } from '../trust/verdict.js';
import type { PathStates } from '../trust/watched-paths.js';
import { type CachedPlan, hashValue } from './plan-cache.js';

/** The entry that stores a compiled plan with everything that it depends on. */
export const entryOf = (loaded: LoadedConfig, asked: LoadOptions): CachedPlan => ({
  plan: { ...loaded.plan, secrets: [] },
  ...(loaded.trust === undefined || isBare(loaded.trust) ? {} : { trust: namesOnly(loaded.trust) }),
  agent: agentOf(loaded, asked.agent),
  files: filesOf(loaded, asked),
  env: envOf(loaded, asked),
  secrets: loaded.idleSecrets.map(({ source }) => source),
});

/** Whether nothing needs trust. */
const isBare = ({ parts, personal }: TrustVerdict): boolean => parts.length === 0 && personal === undefined;

/** A verdict with the names of its parts. The values may contain keys, and nobody is asked from a stored verdict. */
const namesOnly = ({ personal, ...verdict }: TrustVerdict): TrustVerdict => ({
  ...verdict,
  ...(personal === undefined ? {} : { personal: namesOnly(personal) }),
  parts: verdict.parts.map(({ path, keys, position, reads, sha256 }) => ({
    ...{ path, keys, position, sha256, value: null, files: [] },
    ...(reads === undefined ? {} : { reads }),
  })),
});

/** The agent for which the params of a configuration were checked. */
function agentOf({ plan, resolved }: LoadedConfig, asked: string | undefined): CachedPlan['agent'] {
  if (!JSON.stringify(resolved).includes('"params"')) return 'any';
  return asked !== undefined && Object.hasOwn(plan.agents, asked) ? { name: asked } : 'none';
}

/** Whether the plan depends only on files and variables that can be listed. Any other plan is compiled each time. */
export function isKeepable({ plan, warnings, files, trust, idleSecrets, dependsOnMore }: LoadedConfig): boolean {
  // A folder that is trusted as it changes tells each change once.
  if (trust?.standing === true || dependsOnMore || warnings.length > 0) return false;
  const isIdle = (secret: string) => idleSecrets.some(({ value }) => value === secret);
  return plan.secrets.every(isIdle) && files.every((file) => /\.(ya?ml|json|md)$/.test(file));
}

function filesOf({ plan, mounts, files, watched }: LoadedConfig, options: LoadOptions): PathStates {
  // A plugin that waits becomes free once it is installed with Loadout.
  const uses = [...mounts.map((one) => one.use), '@loadout/hooks'];
  const roots = [plan.configDir, ...(options.packageRoots ?? [ownFolder()])];
  const manifests = uses.filter((use) => !isLocal(use)).flatMap((use) => packageFiles(splitUse(use).name, roots));
  const settings = [settingsFile('user', options), settingsFile('managed', options)];
  const personal = plan.configFile === undefined ? [] : [...personalPlaces(plan.configFile), ...misplacedPlaces(plan.configFile)];
  // Files that were not read were absent: one that appears while the plan is compiled is no part of it.
  const absent = Object.fromEntries([...settings, ...personal].map((file) => [file, 'absent']));
  const rest = Object.fromEntries([...files, ...manifests].map((file) => [file, stateOf(file)]));
  return { ...rest, ...absent, ...watched };
}

/** The variables that no check of the configuration notes: they choose its files and its folders. */
const PLACES = ['LOADOUT_CONFIG', 'HOME', 'XDG_CONFIG_HOME'];

const envOf = ({ variables }: LoadedConfig, { env }: LoadOptions): Record<string, string> =>
  Object.fromEntries([...variables, 'LOADOUT_MODEL', ...PLACES].map((name) => [name, hashValue(env[name])]));
