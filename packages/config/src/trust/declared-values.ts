import { at, isList, isMap, isText, type MapNode, type Node, type Path } from '../document/node.js';
import type { Part } from './gate.js';

const NAMED = /\$\{(param|secret):([A-Za-z_][\w-]*)/g;

/**
 * The declarations that parts refer to by `${param:NAME}` and `${secret:NAME}`. They apply without trust and change the effect of
 * a trusted part, so they are bound with the part.
 */
export function declaredValues(parts: readonly Part[], layers: readonly MapNode[]): readonly Part[] {
  const names = new Set(
    parts
      .flatMap(({ node }) => textsIn(node))
      .flatMap((text) => [...text.matchAll(NAMED)].map(([, kind, name]) => `${kind}:${name}`)),
  );
  if (names.size === 0) return [];
  const known = new Set(parts.map(({ path }) => path.join('\0')));
  const found = layers.flatMap((layer) => declarations(layer)).filter(({ path }) => names.has(`${kindOf(path)}:${path.at(-1)}`));
  return found.filter(({ path }) => !known.has(path.join('\0')));
}

const kindOf = (path: Path): string => (path.at(-2) === 'secrets' ? 'secret' : 'param');

function declarations(layer: MapNode): readonly Part[] {
  const profiles = at(layer, ['profiles']);
  const bases: Path[] = [[], ...(isMap(profiles) ? [...profiles.entries.keys()].map((name) => ['profiles', name]) : [])];
  return bases.flatMap((base) => {
    const agents = at(layer, [...base, 'agents']);
    const ofAgents = isMap(agents) ? [...agents.entries.keys()].map((name): Path => [...base, 'agents', name, 'params']) : [];
    return [[...base, 'secrets'], [...base, 'defaults', 'params'], ...ofAgents].flatMap((path) => entriesOf(layer, path));
  });
}

function entriesOf(layer: MapNode, path: Path): readonly Part[] {
  const map = at(layer, path);
  return isMap(map) ? [...map.entries].map(([name, entry]) => ({ path: [...path, name], node: entry.value })) : [];
}

function textsIn(node: Node): readonly string[] {
  if (isText(node)) return [node.value];
  if (isList(node)) return node.items.flatMap(textsIn);
  return isMap(node) ? [...node.entries.values()].flatMap((entry) => textsIn(entry.value)) : [];
}
