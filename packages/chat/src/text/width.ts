import { eastAsianWidth, eastAsianWidthType } from 'get-east-asian-width';
import type { Line } from './line.js';
import { shown } from './shown.js';

const ASCII = /^[ -~]*$/;
/** Marks, joiners, selectors and the later parts of a Hangul syllable have no width of their own. */
const NO_WIDTH = /^(?:[\p{Mn}\p{Me}\p{Cf}\p{Cc}]|[\u1160-\u11ff])$/u;
const EMOJI = /\p{Emoji_Presentation}|\ufe0f|\u200d/u;
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Yields one after the other what a person sees as one character. */
export function* graphemes(text: string): Generator<string> {
  if (ASCII.test(text)) yield* text;
  else for (const { segment } of segmenter.segment(text)) yield segment;
}

/** The columns of one grapheme. */
export function graphemeWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme < '\u0300') return 1;
  if (EMOJI.test(grapheme)) return 2;
  let width = 0;
  for (const character of grapheme) if (!NO_WIDTH.test(character)) width += eastAsianWidth(character.codePointAt(0) ?? 0);
  return Math.min(width, 2);
}

/** The columns of a text that is shown on one line. */
export const textWidth = (text: string): number => shownWidth(shown(text));

/** The columns of a text that is shown already. */
export function shownWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  if (text.length === 1) return graphemeWidth(text);
  let width = 0;
  for (const grapheme of graphemes(text)) width += graphemeWidth(grapheme);
  return width;
}

export const lineWidth = (line: Line): number => line.reduce((width, { text }) => width + textWidth(text), 0);

/**
 * Whether each terminal gives the text the same width. Terminals differ on emoji, joined characters, and characters whose width
 * Unicode calls ambiguous, so no column is computed from such a text.
 */
export function isCertain(text: string): boolean {
  if (ASCII.test(text)) return true;
  for (const character of text) {
    if (character <= '~') continue;
    if (!/[\p{L}\p{N}\p{P}]/u.test(character) || /\p{Emoji}/u.test(character)) return false;
    const type = eastAsianWidthType(character.codePointAt(0) ?? 0);
    if (type === 'ambiguous' || NO_WIDTH.test(character)) return false;
  }
  return true;
}
