/**
 * Characters that a person would not see, or would see in another place: controls, blanks of no width or odd width, direction
 * marks, tags, fillers, joiners.
 */
const UNSEEN =
  /(?![ \n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Co}\p{Cn}\p{Cs}\u115f\u1160\u2800\u3164\uffa0]|\u034f|[\u17b4\u17b5]|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}]|\p{M}{3,}/gu;
/** Letters of other scripts that look like Latin letters, in a word with Latin letters, digits or dots. */
const LOOKALIKES =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u{1d400}-\u{1d7ff}\uff01-\uff5e\u2024\u2044\u2215\u29f8\u2010-\u2015\u02d0\ua789\u037e\u01c3\u0131\u0251\u0261]/gu;
const MOST_BLANKS = 20;
const MOST_LINES = 60;
const MOST_CHARS = 4_000;

export interface VisibleText {
  readonly lines: readonly string[];
  /** The changes made to the text, in words. */
  readonly notes: readonly string[];
}

/**
 * Prepares a foreign text for the person who decides about it: every character is visible, nothing moves the cursor or turns the
 * reading direction, and the size of left-out parts is stated. Such a text may contain blanks that push a payload out of sight,
 * or lines that imitate the question.
 */
export function visibleText(text: string): VisibleText {
  const notes: string[] = [];
  const unseen = count(text, UNSEEN);
  if (unseen > 0)
    notes.push(
      `${unseen} ${unseen === 1 ? 'character' : 'characters'} that would not show ${unseen === 1 ? 'is' : 'are'} written as \\u{…}`,
    );
  const alike = lookalikes(text);
  if (alike.length > 0)
    notes.push(
      `letters that look like others: ${alike.slice(0, 8).map(codeOf).join(', ')}${alike.length > 8 ? ' and more' : ''}`,
    );
  const shown = withUnseen(text);
  const blanks = new RegExp(` {${MOST_BLANKS + 1},}`, 'g');
  const narrow = shown
    .replace(blanks, (run) => ` [${run.length} blanks] `)
    .replace(/\n{4,}/g, (run) => `\n[${run.length} empty lines]\n`);
  if (narrow !== shown) notes.push('long runs of blanks are written as their number');
  const lines = cutLines(cutMiddle(narrow, notes), notes);
  return { lines, notes };
}

/** Returns the text with every character that a person would not see as `\u{…}`. Blanks and line ends stay. */
export const withUnseen = (text: string): string =>
  text.replace(UNSEEN, (found) => [...found].map((one) => `\\u{${hex(one)}}`).join(''));

const count = (text: string, pattern: RegExp) => [...(text.match(pattern)?.join('') ?? '')].length;
const hex = (char: string) => (char.codePointAt(0) ?? 0).toString(16);
const codeOf = (char: string) => `${char} (U+${hex(char).toUpperCase().padStart(4, '0')})`;

function lookalikes(text: string): readonly string[] {
  const words = text.match(/[^\s'"]+/g) ?? [];
  const mixed = words.filter((word) => /[A-Za-z0-9./]/.test(word));
  return [...new Set(mixed.flatMap((word) => word.match(LOOKALIKES) ?? []))];
}

/** Cuts the middle and keeps both ends: the cut is announced, and a payload at the end stays visible. */
function cutMiddle(text: string, notes: string[]): string {
  if (text.length <= MOST_CHARS) return text;
  const half = MOST_CHARS / 2;
  const left = text.length - MOST_CHARS;
  notes.push(`${left} characters in the middle are not shown`);
  return `${text.slice(0, half)}\n[${left} characters not shown]\n${text.slice(-half)}`;
}

function cutLines(text: string, notes: string[]): readonly string[] {
  const lines = text.split('\n');
  if (lines.length <= MOST_LINES) return lines;
  const half = MOST_LINES / 2;
  const left = lines.length - MOST_LINES;
  notes.push(`${left} lines in the middle are not shown`);
  return [...lines.slice(0, half), `[${left} lines not shown]`, ...lines.slice(-half)];
}
