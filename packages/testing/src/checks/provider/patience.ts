import type { Problem } from '../check.js';

/** How long a check waits for what must come soon. A slow machine needs a part of it. */
const PATIENCE_MS = 10_000;

/** The result of a check, or the problem if it does not come in time. */
export async function soon(check: Promise<Problem>, problem: string): Promise<Problem> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Problem>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, `${problem} within ${PATIENCE_MS / 1000} s`);
  });
  try {
    return await Promise.race([check, late]);
  } finally {
    clearTimeout(timer);
  }
}
