/**
 * Characters that a terminal does not show as they are: controls, characters that turn the direction or have no width, unusual
 * blanks.
 */
const UNSEEN =
  /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\u2028\u2029\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\u115f\u1160\u3164\uffa0]|[\ufe00-\ufe0f]/gu;

/** A run of blanks that pushes the following text out of sight. */
const MANY_BLANKS = / {9,}/g;

/** One line of text with every character visible. */
export const visible = (text: string): string => shortBlanks(text).replace(UNSEEN, escaped);

/** A value as JSON for the person who decides about it: whole, with nothing hidden. */
export function visibleValue(value: unknown): string {
  const text = JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? shortBlanks(one) : one), 2);
  return text.replace(UNSEEN, (character) => (character === '\n' ? character : escaped(character)));
}

const shortBlanks = (text: string) => text.replace(MANY_BLANKS, (blanks) => `⟨${blanks.length} blanks⟩`);
const escaped = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
