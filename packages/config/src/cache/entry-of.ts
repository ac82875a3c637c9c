import { readFileSync } from 'node:fs';
import type { LoadedConfig, LoadOptions } from '../load/load-options.js';
import { settingsFile } from '../load/load-settings.js';
import { misplacedPlaces, personalPlaces } from '../load/personal-places.js';
import { isLocal, packageFiles, splitUse } from '../packages/find-package.js';
import { ownFolder } from '../packages/own-folder.js';
import type { TrustVerdict } from '../trust/verdict.js';
import { type PathStates, stateOf } from '../trust/watched-paths.js';
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

/** Keys and values that make a plan depend on files which nobody lists. A tag or an anchor may stand before a key, and a comment behind it. */
const READS_MORE =
  /(?:^|[[{,])[ \t]*(?:-[ \t]+)*(?:[!&]\S*[ \t]+)*["']?(?:include|compat|skills|claude)["']?\s*(?:#[^\r\n]*[\r\n]\s*)*:|\$\{(?:file|secret):/m;
/** Forms of YAML that spell a key without its letters before the colon: explicit keys and escapes. */
const HAS_ODD_KEYS = /(?:^|[[{,\s])\?\s|\\(?:[xuU]|\r?$)/m;

/** Whether the plan depends only on files and variables that can be listed. Any other plan is compiled each time. */
export function isKeepable({ plan, warnings, files, trust, idleSecrets }: LoadedConfig): boolean {
  // A folder that is trusted as it changes tells each change once.
  if (trust?.standing === true) return false;
  const isIdle = (secret: string) => idleSecrets.some(({ value }) => value === secret);
  if (!plan.secrets.every(isIdle) || warnings.length > 0 || files.some((file) => !/\.(ya?ml|json|md)$/.test(file))) return false;
  return !files.some((file) => READS_MORE.test(text(file)) || HAS_ODD_KEYS.test(text(file)));
}

function filesOf({ plan, mounts, files, watched }: LoadedConfig, options: LoadOptions): PathStates {
  // A plugin that waits becomes free once it is installed with Loadout.
  const uses = [...mounts.map((one) => one.use), '@loadout/hooks'];
  const roots = [plan.configDir, ...(options.packageRoots ?? [ownFolder()])];
  const manifests = uses.filter((use) => !isLocal(use)).flatMap((use) => packageFiles(splitUse(use).name, roots));
  const settings = [settingsFile('user', options), settingsFile('managed', options)];
  const personal = plan.configFile === undefined ? [] : [...personalPlaces(plan.configFile), ...misplacedPlaces(plan.configFile)];
  const all = [...files, ...manifests, ...settings, ...personal];
  return { ...watched, ...Object.fromEntries(all.map((file) => [file, stateOf(file)])) };
}

function envOf({ files }: LoadedConfig, { env }: LoadOptions): Record<string, string> {
  const named = files.flatMap((file) => [...text(file).matchAll(/\$\{(?:env:)?([A-Za-z_]\w*)/g)].map((match) => match[1] ?? ''));
  return Object.fromEntries([...named, 'LOADOUT_MODEL', 'HOME', 'XDG_CONFIG_HOME'].map((name) => [name, hashValue(env[name])]));
}

const text = (file: string) => readFileSync(file, 'utf8');
