import type { Diagnostic } from '@loadout/config';
import {
  child,
  dotted,
  type ForeignFiles,
  isList,
  isMap,
  type LeftOut,
  type MapNode,
  type Node,
  type Path,
  type Place,
  withEntry,
} from '@loadout/config/documents';
import { HOOK_EVENTS } from '@loadout/core';
import { isHookEvent } from '@loadout/core/run';

/** Whether a hook of this event can stop something. Losing one would let it happen. */
export const isGuarding = (event: string): boolean => isHookEvent(event) && HOOK_EVENTS[event].blocks === true;

/** The parts of an agent without which the agent would be able to do more. */
const NARROWING = ['tools', 'disallowedTools', 'limits', 'isolation', 'instructions'];

/** The length of the path of a part that can be left out alone, by where the part is. */
const UNITS: readonly (readonly [pattern: RegExp, length: number])[] = [
  [/^permissions\.(?:allow|additionalDirectories)\[/, 3],
  [/^permissions\.(?:allow|additionalDirectories)$/, 2],
  [/^mcpServers[.[]/, 2],
  [/^plugins[.[].*options\.env[.[]/, 5],
  [/^defaults\.model/, 2],
  [/^skills[.[]/, 2],
];

/** The path of the smallest part around `path` that can be left out. `undefined`: leaving it out would let something happen. */
function unitOf(path: Path, isOwnAgent: (name: string) => boolean): Path | undefined {
  const at = path.indexOf('hooks');
  const isInHooks = at === 0 || (at === 2 && (path[0] === 'agents' || path[0] === 'skills'));
  if (isInHooks) return hookUnit(path, at);
  const [section, name, field] = path;
  if (section === 'agents' && name !== undefined) {
    if (field !== undefined && field !== 'permissions' && !NARROWING.includes(String(field))) return path.slice(0, 3);
    return field === 'permissions' || isOwnAgent(String(name)) ? undefined : path.slice(0, 2);
  }
  // A server that is turned off would start, if only this switch were lost.
  if (section === 'mcpServers' && field === 'disabled') return undefined;
  const text = dotted(path);
  const length = UNITS.find(([pattern]) => pattern.test(text))?.[1] ?? 0;
  return length === 0 ? undefined : path.slice(0, length);
}

/** A whole hook, or a whole group of hooks with one matcher. */
function hookUnit(path: Path, at: number): Path | undefined {
  const event = path[at + 1];
  if (event === undefined || isGuarding(String(event))) return undefined;
  return path.slice(0, path[at + 3] === 'hooks' && path.length > at + 4 ? at + 5 : at + 3);
}

interface Spot {
  readonly place: Place;
  readonly path: Path;
}

/**
 * Returns the layers without the parts that have these problems, as far as the parts are in files of other tools and guard
 * nothing. Each problem belongs to the last spot at or before its position (GAP-A2).
 */
export const leaveOut: ForeignFiles['leaveOut'] = (layers, problems) => {
  const spots = layers.flatMap((layer) => spotsOf(layer, []));
  const own = new Set(layers.flatMap((layer) => ownKeys(child(layer, 'agents'))));
  const left = new Map<string, LeftOut>();
  const keyOf = (place: Place, path: Path) => `${place.file}\0${dotted(path)}`;
  for (const problem of problems) {
    const spot = spotOf(problem, spots);
    const path = spot === undefined ? undefined : unitOf(spot.path, (name) => own.has(name));
    if (spot === undefined || path === undefined || left.has(keyOf(spot.place, path))) continue;
    left.set(keyOf(spot.place, path), { path, place: spot.place, problem });
  }
  const isLeft = (place: Place, path: Path) => place.foreign === true && left.has(keyOf(place, path));
  return { left: [...left.values()], without: (layer) => prune(layer, { path: [], isLeft }) as MapNode };
};

const ownKeys = (node: Node | undefined): readonly string[] =>
  isMap(node) ? [...node.entries].flatMap(([name, { value }]) => (value.place.foreign === true ? [] : [name])) : [];

function spotsOf(node: Node, path: Path): readonly Spot[] {
  const here = node.place.foreign === true ? [{ place: node.place, path }] : [];
  if (isList(node)) return [...here, ...node.items.flatMap((item, index) => spotsOf(item, [...path, index]))];
  if (!isMap(node)) return here;
  const entries = [...node.entries].flatMap(([name, { key, value }]) => [
    ...(key.foreign === true ? [{ place: key, path: [...path, name] }] : []),
    ...spotsOf(value, [...path, name]),
  ]);
  return [...here, ...entries];
}

function spotOf({ position, path }: Diagnostic, spots: readonly Spot[]): Spot | undefined {
  if (position === undefined) return undefined;
  const before = (place: Place) =>
    place.line < position.line || (place.line === position.line && place.column <= position.column);
  return spots
    .filter(({ place }) => place.file === position.file && before(place))
    .reduce<Spot | undefined>((best, spot) => {
      if (best === undefined) return spot;
      const [a, b] = [best.place, spot.place];
      const isSame = a.line === b.line && a.column === b.column;
      // Values without places of their own all begin where their file does: there, the path tells them apart.
      if (isSame) return path.startsWith(dotted(best.path)) && !path.startsWith(dotted(spot.path)) ? best : spot;
      return b.line > a.line || (b.line === a.line && b.column > a.column) ? spot : best;
    }, undefined);
}

interface Pruning {
  readonly path: Path;
  isLeft(place: Place, path: Path): boolean;
}

function prune(node: Node, { path, isLeft }: Pruning): Node {
  const inner = (value: Node, key: string | number) => prune(value, { path: [...path, key], isLeft });
  if (isList(node))
    return {
      ...node,
      items: node.items.flatMap((item, index) => (isLeft(item.place, [...path, index]) ? [] : [inner(item, index)])),
    };
  if (!isMap(node)) return node;
  return [...node.entries].reduce((map, [key, { value }]) => {
    const kept = isLeft(value.place, [...path, key]) ? undefined : inner(value, key);
    return kept === value ? map : withEntry(map, { key, value: kept });
  }, node);
}
