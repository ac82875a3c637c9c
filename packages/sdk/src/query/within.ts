import { errors } from '../errors.js';

/** Resolves to the result of `work`, or throws SDK_NOT_READY when it takes longer. Absent `ms`: no limit. */
export async function within<T>(work: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms === undefined) return work;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(errors.SDK_NOT_READY({ ms })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
