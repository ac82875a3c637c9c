import { isStandIn } from './folds.js';

const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A grapheme is looked for in so many characters, so that a move in a long text costs no more than one in a short text. */
const NEAR = 256;

/** Returns where the grapheme at a place ends. */
export function graphemeEnd(text: string, at: number): number {
  const first = graphemeSegmenter.segment(text.slice(at, at + NEAR)).containing(0);
  return at + (first?.segment.length ?? 0);
}

/** Returns where the grapheme before a place begins. */
export function graphemeStart(text: string, at: number): number {
  const from = Math.max(0, at - NEAR);
  const near = text.slice(from, at);
  return from + (graphemeSegmenter.segment(near).containing(near.length - 1)?.index ?? 0);
}

/** Returns where the word before a place begins, or the line end before it if there is no word between. */
export function wordStart(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const words = wordsIn(text.slice(line, at));
  const last = words.at(-1);
  if (last !== undefined) return line + last.index;
  return line < at ? line : Math.max(0, at - 1);
}

/** Returns where the word behind a place ends, or the line end behind it if there is no word between. */
export function wordEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  const line = found === -1 ? text.length : found;
  const first = wordsIn(text.slice(at, line))[0];
  if (first !== undefined) return at + first.index + first.segment.length;
  return line > at ? line : Math.min(text.length, at + 1);
}

/** A character that stands for a pasted text is a word. */
const wordsIn = (line: string) =>
  [...wordSegmenter.segment(line)].filter(({ isWordLike, segment }) => isWordLike || isStandIn(segment));
