import type { LoadedConfig } from '@loadout/config';

/** Returns the entries of a section that are off until the configuration is trusted, by key: `value` is that of the file. */
export function partsOff({ trust }: Pick<LoadedConfig, 'trust'>, section: string): ReadonlyMap<string, unknown> {
  const parts = trust === undefined || trust.trusted ? [] : trust.parts;
  const found = parts.flatMap(({ keys: [first, key, ...rest], value }): [string, unknown][] =>
    first === section && key !== undefined && rest.length === 0 ? [[String(key), value]] : [],
  );
  return new Map(found);
}
