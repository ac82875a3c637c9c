import { settledIn } from '../../mount/settled-in.js';
import type { Problem } from '../check.js';

/** How long a check waits for what must come soon. A slow machine needs a part of it. */
const PATIENCE_MS = 10_000;

/** The result of a check, or the problem if it does not come in time. */
export const soon = (check: Promise<Problem>, problem: string): Promise<Problem> =>
  settledIn(PATIENCE_MS, check, () => `${problem} within ${PATIENCE_MS / 1000} s`);
