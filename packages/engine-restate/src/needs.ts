import { errors } from './errors.js';
import { shortHash } from './plan-hash.js';

/** The requirements of a run: the plan with which it was submitted, and the label of the workers that may take it. */
export interface Needs {
  readonly plan: string;
  readonly label?: string | undefined;
}

const LABEL = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Throws ENGINE_LABEL. */
export function checkLabel(label: string): void {
  if (!LABEL.test(label)) throw errors.ENGINE_LABEL({ label });
}

/** Returns the plan at the beginning of a run's idempotency key. */
export const planIn = (key: string): string => key.split('.', 1)[0] ?? '';

/**
 * The beginning of a run's idempotency key. The engine lists the key with each run, so workers find runs that they may take without
 * reading the runs. A label has no dot, so that no beginning is the beginning of another.
 */
export const needsKey = ({ plan, label = '' }: Needs): string => `${shortHash(plan)}.${label}.`;
