import type { Lock } from './lock.js';

type Sections = Omit<Lock, 'mcp'>;

/**
 * What differs, a line each: `- plugins.crm.version: 1.4.0` is locked, `+ …` is here. `loaded`: only what is here counts; what
 * is locked beside it is not loaded now.
 */
export function compareLocks(locked: Sections, here: Sections, options: { readonly loaded?: boolean } = {}): readonly string[] {
  return (['plugins', 'hooks'] as const).flatMap((section) => {
    const names = new Set([...Object.keys(here[section]), ...(options.loaded === true ? [] : Object.keys(locked[section]))]);
    return [...names].sort().flatMap((name) => entryLines(name, own(locked[section], name), own(here[section], name)));
  });
}

function entryLines(name: string, was: unknown, is: unknown): readonly string[] {
  const [before, after] = [leaves(was, name), leaves(is, name)];
  return [...new Set([...before.keys(), ...after.keys()])].sort().flatMap((path) => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old === now) return [];
    return [...(old === undefined ? [] : [`- ${path}: ${old}`]), ...(now === undefined ? [] : [`+ ${path}: ${now}`])];
  });
}

function leaves(value: unknown, path: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (value === undefined) return found;
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) found.set(path, JSON.stringify(value));
  else for (const [key, one] of Object.entries(value)) leaves(one, `${path}.${key}`, found);
  return found;
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown => (Object.hasOwn(map, key) ? map[key] : undefined);
