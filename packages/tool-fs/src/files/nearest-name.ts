import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { looksLike, spelled } from './path.js';

const MOST_NAMES = 2000;

/** Returns the path in the same folder whose name is most similar to the missing one, if any is similar. */
export function nearestName(path: string): string | undefined {
  const wanted = basename(path).toLowerCase();
  let best: { name: string; distance: number } | undefined;
  for (const name of namesIn(dirname(path))) {
    const distance = sameStem(name.toLowerCase(), wanted) ? 1 : editDistance(name.toLowerCase(), wanted);
    if (best === undefined || distance < best.distance) best = { name, distance };
  }
  const allowed = Math.max(1, Math.floor(wanted.length / 3));
  if (best === undefined || best.distance > allowed) return undefined;
  return join(dirname(path), looksLike(best.name, basename(path)) ? spelled(best.name) : best.name);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).slice(0, MOST_NAMES);
  } catch {
    return [];
  }
}

const stem = (name: string) => name.replace(/\.[^.]+$/, '');
const sameStem = (a: string, b: string) => stem(a) === stem(b) && stem(a) !== '';

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
