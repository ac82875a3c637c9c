import {
  child,
  documentGate,
  emptyMap,
  flatten,
  isMap,
  isText,
  type MapNode,
  mapOf,
  type Settings,
  withEntry,
} from '@loadout/config/documents';
import { checkShape } from '../fields/check-shape.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose } from '../foreign/tell-foreign.js';
import { convertClaudeSettings, forbidsBypass } from './convert-settings.js';
import type { RawSettings } from './read-raw.js';

const HOLDS = ['permissions', 'sandbox', 'allowedHttpHookUrls'];

/**
 * Returns the bounds that no lower layer can widen: the narrowing parts of the managed settings, and the switch of any file that
 * disables bypassing.
 */
export function boundsOf({ managed, ...others }: RawSettings, context: CompatContext): readonly Settings[] {
  const forbidding = Object.values(others).find(forbidsBypass);
  return [
    ...(managed === undefined ? [] : [settingsOf('managed', narrowing(managed, context))]),
    ...(managed !== undefined && forbidsBypass(managed) ? [settingsOf('managed', noBypass(managed))] : []),
    ...(forbidding === undefined ? [] : [settingsOf('user', noBypass(forbidding))]),
  ];
}

const settingsOf = (layer: Settings['layer'], node: MapNode): Settings => {
  const flat = flatten(node);
  return { layer, flat, document: flat.data as unknown as Settings['document'] };
};

/**
 * Returns the narrowing parts of the settings. A project's narrowing parts apply before anybody trusts the project, so the same
 * selection is used here.
 */
function narrowing(managed: MapNode, context: CompatContext): MapNode {
  const converted = convertClaudeSettings(managed, context);
  checkShape(converted, context.report);
  const { rest, parts } = documentGate({ isOwn: () => false })(converted, []);
  const kept = isMap(rest) ? rest : emptyMap(managed.place);
  const others = [...kept.entries]
    .filter(([key]) => !HOLDS.includes(key) && !parts.some((part) => part.path[0] === key))
    .map(([key, { value }]) => ({ path: [key], node: value }));
  for (const { path, node } of [...parts, ...others])
    lose({ path, place: node.place, problem: 'managed settings can only narrow' }, context);
  const use = child(kept.entries.get('sandbox')?.value, 'use');
  const bounds = { ...kept, entries: new Map([...kept.entries].filter(([key]) => HOLDS.includes(key))) };
  return isText(use) ? bounds : withEntry(bounds, { key: 'sandbox', value: undefined });
}

const noBypass = ({ place }: MapNode): MapNode =>
  mapOf(place, { permissions: mapOf(place, { mode: { kind: 'scalar', place, value: 'acceptEdits' } }) });
