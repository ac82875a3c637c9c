import type { Flat } from '../document/flatten.js';
import { documents } from '../schema/config-schema.js';
import { fitting, prune } from '../validate/prune.js';
import { validate } from '../validate/validate.js';
import type { CheckedShape, Misfit } from './misfit.js';

/** Reports all that the schema of a document refuses, and removes it. */
export function refuse(flat: Flat, { document, ...context }: CheckedShape): Misfit {
  const schema = documents[document];
  const pruned = prune(flat.data, validate(flat, { ...context, schema }));
  return { pruned, fitting: () => fitting(pruned, schema) };
}
