/**
 * The number of bytes that are whole UTF-8 characters. The rest, three bytes at most, is the beginning of a character that is not
 * complete yet.
 */
export function wholeLength(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  return lead >= 0 && lead + lengthOf(bytes[lead]) > bytes.length ? lead : bytes.length;
}

export const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;

/** The number of bytes of a character, by its first byte. */
const lengthOf = (lead = 0) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);
