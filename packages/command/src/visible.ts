import { withUnseen } from '@loadout/core/run';

/** A run of blanks that pushes the following text out of sight. */
const MANY_BLANKS = / {9,}/g;

/** One line of text with every character visible. */
export const visible = (text: string): string => withUnseen(shortBlanks(text)).replaceAll('\n', '\\u{a}');

/** A value as JSON for the person who decides about it: whole, with nothing hidden. */
export function visibleValue(value: unknown): string {
  return withUnseen(JSON.stringify(value, (_, one: unknown) => (typeof one === 'string' ? shortBlanks(one) : one), 2));
}

const shortBlanks = (text: string) => text.replace(MANY_BLANKS, (blanks) => `⟨${blanks.length} blanks⟩`);
