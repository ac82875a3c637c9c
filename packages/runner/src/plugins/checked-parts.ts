import { isObject, nearest, type PluginParts } from '@loadout/core';
import { errors } from '../report/errors.js';
import type { PluginRequest } from './import-plugin.js';

/** Every part, so that the compiler finds one that is missing here. */
const PARTS: Readonly<Record<keyof PluginParts, true>> = {
  ...{ tools: true, hooks: true, hookTypes: true, model: true, services: true, toolSource: true, dispose: true },
};
const NAMES = Object.keys(PARTS);

/**
 * Returns the parts that a setup returned. Throws PLUGIN_PARTS for a value that holds no parts, such as that of a function without a
 * return, and for a member that nothing would read.
 */
export function checkedParts(parts: PluginParts, { use, position }: Pick<PluginRequest, 'use' | 'position'>): PluginParts {
  if (!isObject(parts))
    throw errors.PLUGIN_PARTS({ use, seen: Array.isArray(parts) ? 'a list' : String(parts), known: NAMES }, { position });
  const unknown = Object.keys(parts).find((name) => !NAMES.includes(name));
  if (unknown === undefined) return parts;
  const seen = `the member "${unknown}", which nothing would read`;
  throw errors.PLUGIN_PARTS({ use, seen, nearest: nearest(unknown, NAMES), known: NAMES }, { position });
}
