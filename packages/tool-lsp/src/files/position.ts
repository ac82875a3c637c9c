/** How a server counts inside a line. */
export type PositionEncoding = 'utf-16' | 'utf-8' | 'utf-32';

export const linesOf = (text: string): readonly string[] => text.split(/\r\n|\n|\r/);

/** Converts a position in a line to the units of a server. `character` counts whole characters from 1, as a person does. */
export function toUnits(
  line: string,
  { character, encoding }: { readonly character: number; readonly encoding: PositionEncoding },
) {
  const before = [...line].slice(0, character - 1).join('');
  if (encoding === 'utf-8') return Buffer.byteLength(before);
  return encoding === 'utf-16' ? before.length : [...before].length;
}

/** The character at a server's place in a line. */
export function toCharacter(line: string, { units, encoding }: { readonly units: number; readonly encoding: PositionEncoding }) {
  if (encoding === 'utf-32') return units + 1;
  const before = encoding === 'utf-16' ? line.slice(0, units) : Buffer.from(line).subarray(0, units).toString('utf8');
  return [...before].length + 1;
}
