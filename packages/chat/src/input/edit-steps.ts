import type { EditAction } from './actions.js';
import { graphemeEnd, graphemeStart, wordEnd, wordStart } from './graphemes.js';

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
