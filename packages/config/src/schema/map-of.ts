import * as z from 'zod';

const nothingElse = z.never();

/**
 * A map with these keys and no other. Their schemas are made when a value is first checked: a file has few of the maps that it may
 * have, and to make the schemas of all of them takes longer than to check the file.
 */
export function mapOf<T extends z.ZodRawShape>(shape: () => T): z.ZodObject<T, z.core.$strict> {
  let made: T | undefined;
  const def: z.core.$ZodObjectDef<T> = {
    type: 'object',
    catchall: nothingElse,
    get shape() {
      made ??= shape();
      return made;
    },
  };
  return new z.ZodObject(def) as unknown as z.ZodObject<T, z.core.$strict>;
}
