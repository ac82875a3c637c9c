import { createHash } from 'node:crypto';
import type { SessionRecord } from '@loadout/sessions';

/**
 * The uuid of the frame and of the line of one block: the first block has its message's uuid, and each other block has one
 * derived from it.
 */
export const blockUuid = (uuid: string, index: number): string => (index === 0 ? uuid : derivedUuid(`${uuid}/${index}`));

/** Derives a uuid from a text. Equal texts have equal uuids. */
export function derivedUuid(from: string): string {
  const hash = createHash('sha256').update(from).digest('hex');
  const variant = ((Number.parseInt(hash.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The line uuids of a message from another engine's file, in which each line has its own uuid. */
export const lineUuids = new WeakMap<SessionRecord, readonly string[]>();

/**
 * The uuid of the record that contains the line or frame with this uuid. Hosts name a message by any of its blocks, the runner by
 * the first. `undefined` if there is no such record.
 */
export function messageUuid(records: readonly SessionRecord[], uuid: string): string | undefined {
  for (const record of records) {
    if (record.t !== 'message' && record.t !== 'results') continue;
    if (record.uuid === uuid || lineUuids.get(record)?.includes(uuid)) return record.uuid;
    const { uuid: first } = record;
    if (first === undefined) continue;
    // A prompt has at most one more line, with the notes of the engine.
    const lines = record.t === 'results' ? record.ids : record.message.role === 'assistant' ? record.message.content : [0, 1];
    if (lines.some((_, index) => blockUuid(first, index) === uuid)) return first;
  }
  return undefined;
}
