import * as z from 'zod';

/** Returns the schemas that a value may have: the options of a union, without what may be absent or null. */
export function branchesOf(schema: z.core.$ZodType | undefined): readonly z.ZodType[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return branchesOf(schema.unwrap());
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(branchesOf);
  return schema instanceof z.ZodType && !(schema instanceof z.ZodNull) ? [schema] : [];
}

/** Returns the schema of the values below a key of a map, a record or a list. */
export function schemaBelow(schema: z.ZodType, key: string | number): z.core.$ZodType | undefined {
  if (schema instanceof z.ZodRecord) return schema.valueType;
  if (schema instanceof z.ZodArray) return schema.element;
  return schema instanceof z.ZodObject && Object.hasOwn(schema.shape, key) ? schema.shape[key] : undefined;
}

/** Returns the schemas that the value below a key may have. */
export const schemasBelow = (schemas: readonly z.ZodType[], key: string | number): readonly z.ZodType[] =>
  schemas.flatMap((one) => branchesOf(schemaBelow(one, key)));
