import { createHash } from 'node:crypto';

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
