import type { MapNode } from '../document/node.js';

/** A plugin of another program that a configuration mounts. Nothing of it applies before its configuration is trusted. */
export interface ForeignPlugin {
  readonly mount: string;
  /** The name that it gives itself. */
  readonly name: string;
  readonly version: string;
  /** Absolute path. */
  readonly folder: string;
  /** Its parts in Loadout's terms. */
  readonly layers: readonly MapNode[];
  /** The folders of this machine that its parts name, with what a verdict and a lock say instead. */
  readonly places: readonly (readonly [folder: string, name: string])[];
  /** The options that have no value. */
  readonly unset: readonly string[];
}

/** Returns a value in which no folder of this machine stands, so that the same plugin is the same everywhere. */
export function portable(value: unknown, places: ForeignPlugin['places']): unknown {
  if (typeof value === 'string') return places.reduce((text, [folder, name]) => text.replaceAll(folder, name), value);
  if (Array.isArray(value)) return value.map((one) => portable(one, places));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, portable(one, places)]));
}
