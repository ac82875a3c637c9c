/** A line with text below the first. The ends of lines are all that a person may see as one; YAML knows fewer. */
const LATER_LINE = /(?<=[\n\r\u0085\u2028\u2029])[^\n\r\u0085\u2028\u2029]*\S[^\n\r\u0085\u2028\u2029]*/g;

/** The form of a key or of an item of a list: `- x`, `? x`, `deny:[x]`, `deny:x`, and a colon of full width. Addresses and times have another. */
const STRUCTURE = /^\s*(?:[-?](?=\s|$)|[A-Za-z_][\w-]+(?:\uFF1A|:(?![:/\\\d])))/;

interface LostLine {
  readonly problem: string;
  readonly fix: string;
  /** The offset of the line in the text, and its length. */
  readonly offset: number;
  readonly length: number;
}

/**
 * Finds the line of a plain text that its author meant as a key or an item: by a wrong indent or a missing blank or comma, the text
 * took it in. `isInBrackets` tells an item of a list in [ ].
 */
export function lostLine(text: string, { isInBrackets }: { readonly isInBrackets: boolean }): LostLine | undefined {
  for (const { 0: line, index } of text.matchAll(LATER_LINE)) {
    const place = { offset: index + line.length - line.trimStart().length, length: line.trim().length };
    if (isInBrackets) return { ...NO_COMMA, ...place };
    if (STRUCTURE.test(line)) return { ...TAKEN_IN, ...place };
  }
  return undefined;
}

const TAKEN_IN = {
  problem: 'the text above goes on with this line, which looks like a key or an item of a list',
  fix: 'Give it the indent of its neighbours, and a blank after the colon; put text of several lines after "|".',
};

const NO_COMMA = { problem: 'a comma is missing between two items', fix: 'Put a comma between them.' };
