import { isObject } from '@loadout/core';
import { type Place, startOf } from '../server/untrusted.js';

export interface Location {
  readonly uri: string;
  readonly place: Place;
}

/** The places of an answer that holds a location, a list of them, or links to them. Each is named once. */
export function locationsOf(answer: unknown): readonly Location[] {
  const list = Array.isArray(answer) ? answer : [answer];
  const seen = new Map<string, Location>();
  for (const one of list) {
    const location = locationOf(one);
    if (location !== undefined) seen.set(JSON.stringify(location), location);
  }
  return [...seen.values()];
}

/** Converts a `Location` or a `LocationLink`, of which the name counts and not the whole declaration. */
export function locationOf(value: unknown): Location | undefined {
  if (!isObject(value)) return undefined;
  const uri = value.uri ?? value.targetUri;
  const place = startOf(value.range ?? value.targetSelectionRange ?? value.targetRange);
  return typeof uri === 'string' && place !== undefined ? { uri, place } : undefined;
}
