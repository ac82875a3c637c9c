import type { z } from 'zod';
import type { Path } from '../document/node.js';

/** The used parts of any schema's definition. Reads the definition instead of the class, so that zod is not loaded here. */
interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly valueType?: z.core.$ZodType;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly options?: readonly z.core.$ZodType[];
}

/** The keys that the schema knows in the map at `path`. */
export function keysAt(schema: z.ZodType, path: Path): readonly string[] {
  const maps = path.reduce<readonly Definition[]>((nodes, key) => nodes.flatMap((node) => step(node, key)), unwrap(schema));
  return [...new Set(maps.flatMap((node) => Object.keys(node.shape ?? {})))];
}

function step(node: Definition, key: string | number): readonly Definition[] {
  if (node.type === 'record') return unwrap(node.valueType);
  if (node.type === 'array') return unwrap(node.element);
  return node.shape !== undefined && Object.hasOwn(node.shape, key) ? unwrap(node.shape[key]) : [];
}

function unwrap(node: z.core.$ZodType | undefined): readonly Definition[] {
  if (node === undefined) return [];
  const definition: Definition = node._zod.def;
  if (definition.innerType !== undefined) return unwrap(definition.innerType);
  return definition.options === undefined ? [definition] : definition.options.flatMap(unwrap);
}
