import { child, isList, isMap, isNull, isText, type Node } from '../document/node.js';
import { splitUse } from '../packages/split-use.js';
import type { GateName } from '../schema/free.js';
import { shapes } from '../schema/is-accepted.js';
import type { Freedom, Shape } from '../schema/shape.js';
import { FREE_HOOK_TYPES, FREE_OPTIONS } from './free-parts.js';
import { each, free, freeWhen, type Gate, gated, splitMap } from './gate.js';

export interface GateContext {
  /** Whether a name refers to a package installed with the running Loadout, also from a configuration in this folder. */
  isOwn(use: string): boolean;
}

/** Gates one whole file of a project by the decisions of the schema. A key without a decision waits. */
export function documentGate(context: GateContext): Gate {
  const { configuration, profiles } = shapes.documents;
  return mapGate(configuration, { context, instead: { profiles: shapeGate(profiles, context) } });
}

interface Place {
  readonly context: GateContext;
  /** Gates of keys that the shape itself does not gate. */
  readonly instead?: Readonly<Record<string, Gate>>;
}

/** Gates a value that applies as far as its shape says. Its list items share its own decision. */
function shapeGate(place: number, context: GateContext): Gate {
  return (node, path) => {
    if (isMap(node)) return mapGate(place, { context })(node, path);
    if (isList(node)) return listGate(place, context)(node, path);
    return isNull(node) || optionsOf(place).some(isScalarShape) ? free(node, path) : gated(node, path);
  };
}

const listGate =
  (place: number, context: GateContext): Gate =>
  (node, path) => {
    const list = optionsOf(place).find((shape) => shape.is === 'list');
    return list === undefined ? gated(node, path) : each(shapeGate(list.of, context))(node, path);
  };

/** Gates a map by its keys. A record whose names are not decided applies as one value, if it is data of any form. */
function mapGate(place: number, { context, instead = {} }: Place): Gate {
  const options = optionsOf(place);
  const names = options.find((shape) => shape.is === 'names');
  const maps = options.filter((shape) => shape.is === 'map');
  return (node, path) => {
    if (!isMap(node)) return gated(node, path);
    if (names?.each !== undefined) return each(freedomGate(names.each, names.of, context))(node, path);
    if (names !== undefined)
      return optionsOf(names.of).some(({ is }) => is === 'anything') ? free(node, path) : gated(node, path);
    if (maps.length === 0) return gated(node, path);
    return splitMap(node, path, (key) => {
      const own = maps.find((shape) => Object.hasOwn(shape.keys, key));
      const when = own?.when !== undefined && Object.hasOwn(own.when, key) ? own.when[key] : own?.free?.includes(key);
      const inside = Object.hasOwn(instead, key) ? instead[key] : undefined;
      return inside ?? freedomGate(when ?? false, own?.keys[key] ?? -1, context);
    });
  };
}

function freedomGate(freedom: Freedom, place: number, context: GateContext): Gate {
  if (freedom === false) return gated;
  const shaped = shapeGate(place, context);
  if (freedom === true) return shaped;
  if (typeof freedom === 'string') return NAMED[freedom]({ context, place, shaped });
  return (node, path) => {
    const isOther = node.kind === 'scalar' && !isNull(node) && !freedom.some((value) => value === node.value);
    return isOther ? gated(node, path) : shaped(node, path);
  };
}

/** The shapes that a value may have. */
function optionsOf(place: number): readonly Shape[] {
  const shape = shapes.list[place];
  if (shape === undefined) return [];
  return shape.is === 'either' ? shape.of.flatMap(optionsOf) : [shape];
}

const isScalarShape = ({ is }: Shape): boolean => is !== 'map' && is !== 'names' && is !== 'list';

interface Shaped {
  readonly context: GateContext;
  readonly place: number;
  /** The gate of the shape alone. */
  readonly shaped: Gate;
}

/** The gates that look closer than a shape can. */
const NAMED: Readonly<Record<GateName, (shaped: Shaped) => Gate>> = {
  dataHooks: ({ context }) => each(freeWhen((node) => isDataHook(node, context))),
  noCommand:
    ({ shaped }) =>
    (node, path) =>
      (child(node, 'command') === undefined ? shaped : gated)(node, path),
  ownPackage: mountGate,
  ownProvider: (shaped) => whole(mountGate(shaped)),
};

/**
 * Gates a mount. A package installed with Loadout may be mounted. A local path, another package, and options that reach further
 * wait.
 */
function mountGate({ context, place }: Shaped): Gate {
  return (node, path) => {
    if (isNull(node)) return free(node, path);
    const use = isText(node) ? node : child(node, 'use');
    if (!isText(use) || !context.isOwn(use.value)) return gated(node, path);
    if (isText(node)) return free(node, path);
    const known = FREE_OPTIONS[splitUse(use.value).name] ?? {};
    const options: Gate = (given, at) =>
      isMap(given) ? splitMap(given, at, (key) => (Object.hasOwn(known, key) ? free : gated)) : gated(given, at);
    return mapGate(place, { context, instead: { options } })(node, path);
  };
}

/** Gates a provider as a whole. Without its address or headers, the provider would send requests to the wrong server. */
const whole =
  (gate: Gate): Gate =>
  (node, path) => {
    const split = gate(node, path);
    return split.parts.length === 0 ? split : { rest: undefined, parts: split.parts };
  };

function isDataHook(node: Node, context: GateContext): boolean {
  const type = child(node, 'type');
  return isText(type) && FREE_HOOK_TYPES.includes(type.value) && context.isOwn('@loadout/hooks');
}
