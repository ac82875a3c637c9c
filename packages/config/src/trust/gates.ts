import * as z from 'zod';
import { child, isList, isMap, isNull, isText, type Node } from '../document/node.js';
import { splitUse } from '../packages/find-package.js';
import { branchesOf } from '../schema/branches.js';
import { documents } from '../schema/config-schema.js';
import { decisionOf, type GateName } from '../schema/free.js';
import { FREE_HOOK_TYPES, FREE_OPTIONS } from './free-parts.js';
import { each, free, type Gate, gated, splitMap } from './gate.js';

type Schema = z.core.$ZodType;

export interface GateContext {
  /** Whether a name refers to a package installed with the running Loadout, also from a configuration in this folder. */
  isOwn(use: string): boolean;
}

/** Gates one whole file of a project by the decisions of the schema. A key without a decision waits. */
export function documentGate(context: GateContext): Gate {
  const { configuration, profiles } = documents;
  return mapGate(configuration, { context, instead: { profiles: schemaGate(profiles, context) } });
}

interface Place {
  readonly context: GateContext;
  /** Gates of keys that the schema itself does not gate. */
  readonly instead?: Readonly<Record<string, Gate>>;
}

/** Gates a value that applies as far as its schema says. Its list items share its own decision. */
function schemaGate(schema: Schema, context: GateContext): Gate {
  return (node, path) => {
    if (isMap(node)) return mapGate(schema, { context })(node, path);
    if (isList(node)) return listGate(schema, context)(node, path);
    return isNull(node) || branchesOf(schema).some(isScalar) ? free(node, path) : gated(node, path);
  };
}

const listGate =
  (schema: Schema, context: GateContext): Gate =>
  (node, path) => {
    const list = branchesOf(schema).find((one) => one instanceof z.ZodArray);
    return list === undefined ? gated(node, path) : each(schemaGate(list.element, context))(node, path);
  };

/** Gates a map by its keys. A record whose names are not decided applies as one value, if it is data of any form. */
function mapGate(schema: Schema, { context, instead = {} }: Place): Gate {
  const options = branchesOf(schema);
  const record = options.find((one) => one instanceof z.ZodRecord);
  const maps = options.filter((one) => one instanceof z.ZodObject);
  return (node, path) => {
    if (!isMap(node)) return gated(node, path);
    if (record !== undefined) return recordGate(record, context)(node, path);
    if (maps.length === 0) return gated(node, path);
    return splitMap(node, path, (key) => {
      const own = maps.find((one) => Object.hasOwn(one.shape, key))?.shape[key];
      return Object.hasOwn(instead, key) ? (instead[key] ?? gated) : decidedGate(own, context);
    });
  };
}

function recordGate({ keyType, valueType }: z.ZodRecord, context: GateContext): Gate {
  const names = decisionOf(keyType);
  if (names === undefined || names.is === 'waits') return valueType instanceof z.ZodUnknown ? free : gated;
  return each(decidedGate(valueType, context));
}

/** Gates a value by the decision about its key. */
function decidedGate(schema: Schema | undefined, context: GateContext): Gate {
  const decision = schema === undefined ? undefined : decisionOf(schema);
  if (schema === undefined || decision === undefined || decision.is === 'waits') return gated;
  const shaped = schemaGate(schema, context);
  const { when } = decision;
  if (when === undefined) return shaped;
  if (typeof when === 'string') return NAMED[when]({ context, schema, shaped });
  return (node, path) => {
    const isOther = node.kind === 'scalar' && !isNull(node) && !when.some((value) => value === node.value);
    return isOther ? gated(node, path) : shaped(node, path);
  };
}

const isScalar = (schema: Schema): boolean =>
  ![z.ZodObject, z.ZodRecord, z.ZodArray].some((compound) => schema instanceof compound);

interface Shaped {
  readonly context: GateContext;
  readonly schema: Schema;
  /** The gate of the schema alone. */
  readonly shaped: Gate;
}

/** The gates that look closer than a schema can. */
const NAMED: Readonly<Record<GateName, (shaped: Shaped) => Gate>> = {
  dataHooks: ({ context }) => each((node, path) => (isDataHook(node, context) ? free : gated)(node, path)),
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
function mountGate({ context, schema }: Shaped): Gate {
  return (node, path) => {
    if (isNull(node)) return free(node, path);
    const use = isText(node) ? node : child(node, 'use');
    if (!isText(use) || !context.isOwn(use.value)) return gated(node, path);
    if (isText(node)) return free(node, path);
    const known = FREE_OPTIONS[splitUse(use.value).name] ?? {};
    const options: Gate = (given, at) =>
      isMap(given) ? splitMap(given, at, (key) => (Object.hasOwn(known, key) ? free : gated)) : gated(given, at);
    return mapGate(schema, { context, instead: { options } })(node, path);
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
