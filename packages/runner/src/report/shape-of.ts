import { isObject } from '@loadout/core';

/** A value without its content, which may hold a key or refer to itself. A text is shown, since it is most often a name. */
export function shapeOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return 'a list';
  if (!isObject(value)) return typeof value === 'function' ? 'a function' : String(value);
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an empty map' : `a map with ${keys.join(', ')}`;
}
