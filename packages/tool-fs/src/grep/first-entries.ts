import { type Found, type Search, type SearchWith, search } from './search.js';

/**
 * The time that a search in path order gets before one in any order starts. Most such searches are done or have reached their
 * limit by then; the others lose no more than this.
 */
const HEAD_START_MS = 15;

/**
 * The first entries in the order of the paths. ripgrep searches in any order up to four times faster, but the entries that come
 * first then change from run to run: that is only fine if all of them are shown.
 */
export async function firstEntries(what: Omit<Search, 'sorted'>, how: SearchWith, headStartMs = HEAD_START_MS): Promise<Found> {
  const inOrder = { ...what, sorted: true };
  if (what.atMost < Number.POSITIVE_INFINITY) {
    const deadline = Math.min(how.deadline, performance.now() + headStartMs);
    const early = await search(inOrder, { ...how, deadline });
    if (!early.end.timedOut || deadline === how.deadline) return early;
  }
  const all = await search({ ...what, sorted: false }, how);
  return all.hasMore ? search(inOrder, how) : all;
}
