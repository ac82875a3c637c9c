import { dotted, type MapNode, type Path } from '@loadout/config/documents';
import { nearest } from '@loadout/core';
import type { CompatContext } from '../foreign/compat-context.js';
import { type Fields, fieldOf } from '../foreign/foreign-fields.js';
import { lose, refuse } from '../foreign/tell-foreign.js';

/**
 * Reports the keys of a map in another tool's file that have no place in Loadout. A misspelled guard, such as `Deny`, is refused: what it
 * forbids would be allowed (GAP-A2).
 */
export function tellLost(
  map: MapNode,
  {
    fields,
    path,
    name = [],
    slip,
  }: {
    readonly fields: Fields;
    readonly path: Path;
    readonly name?: Path;
    /** Returns how a key is written here. */
    slip?(key: string): string | undefined;
  },
  context: CompatContext,
): void {
  for (const [key, { key: place }] of map.entries) {
    const { fate, note } = fieldOf(fields, key);
    if (fate !== 'lost') continue;
    const where = { path: [...path, key], key: name.length === 0 ? key : `${dotted(name)}.${key}`, place };
    const meant = Object.hasOwn(fields, key) ? undefined : nearest(key, Object.keys(fields));
    if (meant !== undefined && fields[meant]?.guards === true)
      refuse({ ...where, problem: `Loadout does not know it; write ${meant}` }, context);
    else lose({ ...where, problem: note, fix: slip?.(key) }, context);
  }
}
