import zlib from 'node:zlib';
import type { SessionStoreEntry } from '../types/sessions.js';
import { type Entry, isLinked } from './entry.js';

/** The value of `version` in lines of earlier releases of this package. Readers of the format want a version (W6). */
const EARLIER_VERSION = 'loadout';

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
  const index = entries.findIndex(
    (entry) => isOwnLine(entry) && isLinked(entry) && entry.forkedFrom === undefined && isBroken(entry),
  );
  return index === -1 ? undefined : index;
}

const isOwnLine = ({ type, version, record, loadout, sum }: SessionStoreEntry): boolean =>
  type === 'loadout' || version === EARLIER_VERSION || [record, loadout, sum].some((field) => field !== undefined);

const sumOf = ({ type, message, record, loadout }: SessionStoreEntry): string =>
  zlib
    .crc32(JSON.stringify([type, message, record, loadout]))
    .toString(16)
    .padStart(8, '0');
