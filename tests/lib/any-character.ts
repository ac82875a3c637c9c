import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, for `fc.string`. fast-check's own unit `binary` keeps a table of all of them, 80 MB in each worker, and
 * a process that is larger takes longer to start another.
 */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(characterAt, indexOf);

function characterAt(index: number): string {
  return String.fromCodePoint(index < SURROGATES.first ? index : index + SURROGATES.count);
}

/** The way back, by which fast-check tries and shrinks strings that are known to be dangerous. It throws on what is not a character. */
function indexOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  const index = code === undefined || code < SURROGATES.first ? code : code - SURROGATES.count;
  if (index === undefined || characterAt(index) !== value) throw new Error('This is not one character.');
  return index;
}
