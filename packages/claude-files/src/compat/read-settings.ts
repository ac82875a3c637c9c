import { join as joinPath } from 'node:path';
import { isMap, isNull, type MapNode, mapOf, type Node } from '@loadout/config/documents';
import { SETTINGS_FIELDS } from '../fields/file-fields.js';
import { tellLost } from '../fields/tell-lost.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { convertHooks } from '../foreign/convert-hooks.js';
import { joinMaps } from '../foreign/foreign-node.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose, refuse } from '../foreign/tell-foreign.js';
import { convertPermissions } from './convert-permissions.js';

const FILES = ['.claude/settings.json', '.claude/settings.local.json'];

/** Reads both settings files of a project as one document, in their own terms. */
export async function readSettingsFiles(context: CompatContext): Promise<MapNode | undefined> {
  let found: MapNode | undefined;
  for (const name of FILES) {
    const one = await readForeign(joinPath(context.folder, name), { ...context, verbatim: true });
    found = found === undefined || one === undefined ? (one ?? found) : joinMaps(found, one);
  }
  return found;
}

/** Converts the settings to Loadout's terms. */
export function convertSettings(settings: MapNode, context: CompatContext): MapNode {
  tellLost(settings, { fields: SETTINGS_FIELDS, path: [] }, context);
  const of = (key: string) => settings.entries.get(key)?.value;
  const [permissions, hooks] = [of('permissions'), of('hooks')];
  const isOff = disablesHooks(settings, context) === true;
  return mapOf(settings.place, {
    permissions: permissions === undefined ? undefined : convertPermissions(permissions, context),
    hooks: hooks === undefined || isOff ? undefined : convertHooks(hooks, ['hooks'], context),
    allowedHttpHookUrls: of('allowedHttpHookUrls'),
    plugins: convertEnv(of('env'), context),
  });
}

/** Whether settings turn all hooks off. `undefined`: they do not say. */
export function disablesHooks(settings: MapNode | undefined, context: CompatContext): boolean | undefined {
  const key = 'disableAllHooks';
  const off = settings?.entries.get(key)?.value;
  if (off === undefined || isNull(off)) return undefined;
  if (off.kind === 'scalar' && typeof off.value === 'boolean') return off.value;
  return refuse({ path: [key], place: off.place, problem: 'it must be true or false' }, context);
}

/** Adds the variables to the commands of every mounted shell. */
export function convertEnv(env: Node | undefined, context: CompatContext): MapNode | undefined {
  if (!isMap(env) || env.entries.size === 0) return undefined;
  if (context.shells.length === 0) {
    const fix = 'Add to plugins: shell: "@loadout/tool-shell"';
    return lose({ path: ['env'], place: env.place, problem: 'no shell is mounted that could use it', fix }, context);
  }
  const texts = [...env.entries].map(([key, entry]) => {
    const { value } = entry;
    return [key, value.kind === 'scalar' ? { ...entry, value: { ...value, value: String(value.value ?? '') } } : entry] as const;
  });
  const options = mapOf(env.place, { env: { ...env, entries: new Map(texts) } });
  const use: Node = { kind: 'scalar', place: env.place, value: '@loadout/tool-shell' };
  const mount = mapOf(env.place, { use, options });
  return mapOf(env.place, Object.fromEntries(context.shells.map((name) => [name, mount])));
}
