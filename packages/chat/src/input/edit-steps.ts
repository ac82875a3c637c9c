import type { EditAction } from './actions.js';
import { isStandIn } from './folds.js';

type Place = (text: string, at: number) => number;
type Range = (text: string, at: number) => readonly [from: number, to: number];

const lineStart: Place = (text, at) => (at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1);
function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Places that the cursor goes to. */
export const MOVES: Readonly<Partial<Record<EditAction, Place>>> = {
  left: graphemeStart,
  right: graphemeEnd,
  wordLeft: wordStart,
  wordRight: wordEnd,
  lineStart,
  lineEnd,
  textStart: () => 0,
  textEnd: (text) => text.length,
};

/** Ranges that are deleted. */
export const DELETIONS: Readonly<Partial<Record<EditAction, Range>>> = {
  deleteBack: (text, at) => [graphemeStart(text, at), at],
  delete: (text, at) => [at, graphemeEnd(text, at)],
};

/** Ranges that are cut, to be put back by a key. At the end of a line, that is the line end. */
export const CUTS: Readonly<Partial<Record<EditAction, Range>>> = {
  deleteWordBack: (text, at) => [wordStart(text, at), at],
  deleteWord: (text, at) => [at, wordEnd(text, at)],
  deleteToStart: (text, at) => [text[at - 1] === '\n' ? at - 1 : lineStart(text, at), at],
  deleteToEnd: (text, at) => [at, text[at] === '\n' ? at + 1 : lineEnd(text, at)],
};

const graphemeSegmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const wordSegmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** A grapheme is looked for in so many characters, so that a move in a long text costs no more than one in a short text. */
const NEAR = 256;

/** Returns where the grapheme at a place ends. */
function graphemeEnd(text: string, at: number): number {
  const first = graphemeSegmenter.segment(text.slice(at, at + NEAR)).containing(0);
  return at + (first?.segment.length ?? 0);
}

/** Returns where the grapheme before a place begins. */
function graphemeStart(text: string, at: number): number {
  const from = Math.max(0, at - NEAR);
  const near = text.slice(from, at);
  return from + (graphemeSegmenter.segment(near).containing(near.length - 1)?.index ?? 0);
}

/** Returns where the word before a place begins, or the line end before it if there is no word between. */
function wordStart(text: string, at: number): number {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  const words = wordsIn(text.slice(line, at));
  const last = words.at(-1);
  if (last !== undefined) return line + last.index;
  return line < at ? line : Math.max(0, at - 1);
}

/** Returns where the word behind a place ends, or the line end behind it if there is no word between. */
function wordEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  const line = found === -1 ? text.length : found;
  const first = wordsIn(text.slice(at, line))[0];
  if (first !== undefined) return at + first.index + first.segment.length;
  return line > at ? line : Math.min(text.length, at + 1);
}

/** A character that stands for a pasted text is a word. */
const wordsIn = (line: string) =>
  [...wordSegmenter.segment(line)].filter(({ isWordLike, segment }) => isWordLike || isStandIn(segment));
