import type { Flat } from '../document/flatten.js';
import { type Data, dataAt } from '../document/node.js';
import { isAccepted } from '../schema/is-accepted.js';
import type { ValidateContext } from '../validate/validate.js';

export interface CheckedShape extends Omit<ValidateContext, 'schema'> {
  readonly document: Parameters<typeof isAccepted>[0];
}

/** The rest of a document that its schema refuses. */
export interface Misfit {
  /** The data without the values that do not fit. */
  readonly pruned: Data;
  /** Prunes until the rest has the shape of the schema. */
  fitting(): Data;
}

/** Reports all that the schema of a document refuses. Resolves to `undefined` if the schema accepts the data. Only a refusal loads zod. */
export async function misfitOf(flat: Flat, shape: CheckedShape): Promise<Misfit | undefined> {
  if (isAccepted(shape.document, dataAt(flat.data, shape.base ?? []))) return undefined;
  return (await import('./refuse.js')).refuse(flat, shape);
}
