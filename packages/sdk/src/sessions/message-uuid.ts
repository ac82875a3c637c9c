import type { SessionRecord } from '@loadout/runner';
import { blockUuid } from './block-uuid.js';

/** The uuids of the lines of a message that was read from a file of another engine, where each line has one of its own. */
export const lineUuids = new WeakMap<SessionRecord, readonly string[]>();

/**
 * The uuid of the record in which the line, or the frame, of this uuid stands: hosts name a message by any of its blocks, the
 * runner by the first. `undefined`: there is none.
 */
export function messageUuid(records: readonly SessionRecord[], uuid: string): string | undefined {
  for (const record of records) {
    if (record.t !== 'message' && record.t !== 'results') continue;
    if (record.uuid === uuid || lineUuids.get(record)?.includes(uuid)) return record.uuid;
    const { uuid: first } = record;
    if (record.t === 'results' || first === undefined || record.message.role !== 'assistant') continue;
    if (record.message.content.some((_, index) => blockUuid(first, index) === uuid)) return first;
  }
  return undefined;
}
