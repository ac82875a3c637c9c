import { isWatched, watch } from '../watch/watch.js';
import { LIMIT_MS, withinLimit } from './call-limit.js';

/** Runs a function of a plugin that no check is about: it may not end the process of the tests, nor run for ever. */
export async function guarded<T>(what: string, body: () => T | Promise<T>, ms: number = LIMIT_MS): Promise<T> {
  const limited = () => withinLimit({ ms, what }, body);
  if (isWatched()) return limited();
  const watching = watch();
  try {
    return await watching.record(ms).during(what, limited);
  } finally {
    watching.end();
  }
}
