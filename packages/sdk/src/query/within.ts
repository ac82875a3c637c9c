import { settlesWithin } from '@loadout/node';
import { errors } from '../errors.js';

/** Resolves to the result of `work`, or throws SDK_NOT_READY when it takes longer. Absent `ms`: no limit. */
export async function within<T>(work: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms !== undefined && !(await settlesWithin(ms, work))) throw errors.SDK_NOT_READY({ ms });
  return work;
}
