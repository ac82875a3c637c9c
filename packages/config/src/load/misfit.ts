import type { z } from 'zod';
import type { Flat } from '../document/flatten.js';
import type { Path } from '../document/node.js';
import { isAccepted } from '../schema/is-accepted.js';
import { type ValidateContext, validate, valueAt } from '../validate/validate.js';

interface Context extends Omit<ValidateContext, 'schema'> {
  readonly document: Parameters<typeof isAccepted>[0];
}

export interface Misfit {
  readonly schema: z.ZodType;
  /** The paths of the values that do not fit. */
  readonly wrong: readonly Path[];
}

/** Reports all that the schema of a document refuses. Resolves to `undefined` if the schema accepts the data, and loads zod otherwise. */
export async function misfitOf(flat: Flat, { document, ...context }: Context): Promise<Misfit | undefined> {
  if (isAccepted(document, valueAt(flat.data, context.base ?? []))) return undefined;
  const { documents } = await import('../schema/config-schema.js');
  const schema = documents[document];
  return { schema, wrong: validate(flat, { ...context, schema }) };
}
