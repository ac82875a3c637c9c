/** How many of these bytes are whole characters of UTF-8. The rest, three at most, is the beginning of one whose end comes later. */
export function wholeLength(bytes: Buffer): number {
  let lead = bytes.length - 1;
  while (lead > bytes.length - 4 && isContinuation(bytes[lead])) lead -= 1;
  return lead >= 0 && lead + lengthOf(bytes[lead]) > bytes.length ? lead : bytes.length;
}

export const isContinuation = (byte = 0) => (byte & 0xc0) === 0x80;

/** How many bytes a character has, by its first. */
const lengthOf = (lead = 0) => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1);
