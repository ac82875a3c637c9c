import type { SessionRecord } from '@loadout/runner';
import { blockUuid } from './block-uuid.js';

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
