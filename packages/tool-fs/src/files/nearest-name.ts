import { basename, dirname, join } from 'node:path';
import { nearest } from '@loadout/core';
import { looksLike, namesIn, spelled } from './path.js';

const MOST_NAMES = 2000;

/** Returns the path in the same folder whose name is most similar to the missing one, if any is similar. */
export function nearestName(path: string): string | undefined {
  const wanted = basename(path);
  const names = namesIn(dirname(path)).slice(0, MOST_NAMES);
  const name = names.find((one) => stem(one) !== '' && stem(one) === stem(wanted)) ?? nearest(wanted, names);
  return name && join(dirname(path), looksLike(name, wanted) ? spelled(name) : name);
}

const stem = (name: string) => name.replace(/\.[^.]+$/, '').toLowerCase();
