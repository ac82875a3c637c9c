import { at, emptyMap, isMap, type MapNode, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { merge } from '../layers/merge.js';
import { isOwnPackage } from '../packages/own-packages.js';
import { documentGate } from '../trust/gates.js';

interface Layers {
  readonly user: MapNode;
  /** The layers of the project, and its profile. */
  readonly project: readonly MapNode[];
  readonly report: Report;
}

/**
 * Puts the user's own providers over entries of the project that nobody has to trust: a package alone, or nothing, would send
 * requests past the address and the headers that the user wrote.
 */
export function withOwnProviders(merged: MapNode, { user, project, report }: Layers): MapNode {
  const providers = at(user, ['providers']);
  if (!isMap(providers)) return merged;
  const gate = documentGate({ isOwn: isOwnPackage });
  const acts = (name: string) =>
    project.some((layer) => gate(layer, []).parts.some(({ path }) => path[0] === 'providers' && path[1] === name));
  const kept = { ...providers, entries: new Map([...providers.entries].filter(([name]) => !acts(name))) };
  return merge(merged, withEntry(emptyMap(user.place), { key: 'providers', value: kept }), { report });
}
