import { crc32 } from 'node:zlib';
import type { SessionStoreEntry } from '../types/sessions.js';
import { type Entry, isLinked } from './entry.js';

/** The value of `version` in lines that this package writes. Other engines write their own. */
export const OWN_VERSION = 'loadout';

/**
 * The entry with a checksum over its content. Ids and links are left out of the checksum, because a program that copies a
 * session gives the lines new ones; `brokenLink` checks the links.
 */
export function withContentSum<T extends SessionStoreEntry>(entry: T): T {
  return isOwnLine(entry) ? { ...entry, sum: sumOf(entry) } : entry;
}

/** Returns why one of our lines cannot be the line that was written; `undefined` if nothing speaks against it. */
export function contentProblem(entry: SessionStoreEntry): string | undefined {
  if (!isOwnLine(entry) || entry.forkedFrom !== undefined) return undefined;
  if (typeof entry.sum === 'string' && entry.sum !== sumOf(entry)) return 'its checksum does not fit its content';
  return typeof entry.uuid === 'string' ? undefined : 'it has no uuid';
}

/** Finds the index of our first line that follows a line which is not there. */
export function brokenLink(entries: readonly SessionStoreEntry[]): number | undefined {
  const uuids = new Set(entries.filter(isLinked).map(({ uuid }) => uuid));
  const isBroken = ({ parentUuid }: Entry) => parentUuid !== null && !uuids.has(parentUuid ?? '');
  const index = entries.findIndex((entry) => entry.version === OWN_VERSION && isLinked(entry) && isBroken(entry));
  return index === -1 ? undefined : index;
}

const isOwnLine = ({ type, version, record }: SessionStoreEntry): boolean =>
  type === 'loadout' || version === OWN_VERSION || record !== undefined;

const sumOf = ({ type, message, record, loadout }: SessionStoreEntry): string =>
  crc32(JSON.stringify([type, message, record, loadout]))
    .toString(16)
    .padStart(8, '0');
