import type { Lock } from './lock.js';

/** The sections to compare. Without `mcp`, the servers were not asked, and they are not compared. */
type Sections = Omit<Lock, 'mcp'> & { readonly mcp?: Lock['mcp'] | undefined };

/**
 * The differences, one per line: `- plugins.crm.version: 1.4.0` is locked, `+ …` is here. `loaded`: compares only the entries
 * that are here; other locked entries are not loaded now.
 */
export function compareLocks(locked: Sections, here: Sections, options: { readonly loaded?: boolean } = {}): readonly string[] {
  return (['plugins', 'hooks', 'tools', 'mcp'] as const).flatMap((section) => {
    const [was = {}, is = section === 'mcp' ? undefined : {}] = [locked[section], here[section]];
    if (is === undefined) return [];
    const names = new Set([...Object.keys(is), ...(options.loaded === true ? [] : Object.keys(was))]);
    const path = (name: string) => (section === 'mcp' ? `mcp.${name}` : name);
    return [...names].sort().flatMap((name) => entryLines(path(name), own(was, name), own(is, name)));
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
