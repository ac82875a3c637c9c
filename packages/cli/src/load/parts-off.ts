import type { LoadedConfig } from '@loadout/config';

/** Returns the entries of a section that are off until the configuration is trusted, by key: `value` is that of the file. */
export function partsOff({ trust }: Pick<LoadedConfig, 'trust'>, section: string): ReadonlyMap<string, unknown> {
  const parts = trust === undefined || trust.trusted ? [] : trust.parts;
  const found = parts.flatMap(({ keys: [first, key, ...rest], value }): [string, unknown][] =>
    first === section && key !== undefined && rest.length === 0 ? [[String(key), value]] : [],
  );
  return new Map(found);
}

/** Keys of servers that are off until the configuration is trusted. */
export const serversOff = (loaded: Pick<LoadedConfig, 'trust'>): readonly string[] =>
  [...partsOff(loaded, 'mcpServers').keys()].sort();

/** Whether a name or a pattern may match names with the prefix. */
export function mayMatch(name: string, prefix: string): boolean {
  const [head = ''] = name.split('*', 1);
  return name.includes('*') ? head.startsWith(prefix) || prefix.startsWith(head) : name.startsWith(prefix);
}
