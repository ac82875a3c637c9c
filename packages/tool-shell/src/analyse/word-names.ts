import { type Argument, isKnown } from './read-word.js';

/** A text in a word that a program may open as a file. */
export interface WordName {
  readonly text: string;
  /** A part of a word, such as the value of an option: it counts only where it is the path of something. */
  readonly isPart: boolean;
  /** It is an address of the web, and a path only where there is a folder of that name. */
  readonly isAddress?: boolean;
}

/** The system opens no longer path. */
const MOST_CHARS = 4_096;
const MOST_PARTS = 100;
/** Characters of data and of scripts that hardly stand in the value of an option. */
const IS_TEXT = /["'\n{}<>|;()]/;

/**
 * The names that an unknown program may open: the word itself, and what stands behind `-o`, `--o=`, `a@`, `x=` and `scheme:`
 * in it. `undefined` where that is too much to look at.
 */
function namesIn(word: string): readonly WordName[] | undefined {
  if (word === '' || word === '-' || word === '--' || word.length > MOST_CHARS) return [];
  if (/^https?:\/\//i.test(word))
    return [{ text: word, isPart: false, isAddress: true }, ...stored(word).map((text) => ({ text, isPart: true }))];
  const whole = word.startsWith('-') ? [] : [{ text: word, isPart: false }];
  const values = valuesOf(word);
  if (values === undefined) return undefined;
  const parts = [...new Set([...values, ...addressParts(word)])].filter((text) => text !== '' && text !== word);
  return [...whole, ...parts.map((text) => ({ text, isPart: true }))];
}

/** `-ofile`, and in a bundle such as `-sd@file` from the first character that is no letter. */
function valuesOf(word: string): readonly string[] | undefined {
  const odd = /^-[a-zA-Z]+([^a-zA-Z-].*)$/s.exec(word)?.[1];
  const glued = /^-[^-]/.test(word) ? [word.slice(2), ...(odd === undefined ? [] : [odd])] : [];
  const found: string[] = [...glued];
  for (const text of [word, ...glued]) {
    // From each separator to the end, and up to the next one.
    const ends = [...text.matchAll(/[=@:,]/g)].map(({ index }) => index);
    const pieces = ends.map((end, index) => text.slice(end + 1, ends[index + 1])).filter((piece) => !IS_TEXT.test(piece));
    if (pieces.length > MOST_PARTS) return undefined;
    const tails = ends.map((end) => text.slice(end + 1)).filter((tail) => !IS_TEXT.test(tail));
    found.push(...pieces, ...tails, ...(ends.length > 0 ? [text.slice(0, ends[0])] : []));
  }
  return found;
}

/** The path in an address of a file: `file:///a` and what else a program may know. */
function addressParts(word: string): readonly string[] {
  const path = /:\/\/[^/?#]*(\/[^?#]*)/.exec(word)?.[1];
  return path === undefined ? [] : [path, decoded(path), ...stored(word)];
}

/** The name under which what an address leads to is stored. */
function stored(word: string): readonly string[] {
  const path = decoded(/:\/\/[^/?#]*(\/[^?#]*)/.exec(word)?.[1] ?? '');
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name === '' ? [] : [name];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The texts of a word, as far as they are known: of one that begins in the home folder its path. */
export function textsOf(word: Argument, home: string | undefined): readonly WordName[] | undefined {
  if (isKnown(word)) return namesIn(word)?.map((name) => inHome(name, home));
  if (word.home === undefined || word.glob !== undefined || home === undefined) return [];
  return [{ text: home + word.home, isPart: false }];
}

/** Some programs read `~` themselves. */
const inHome = (name: WordName, home: string | undefined): WordName =>
  home !== undefined && name.text.startsWith('~/') ? { ...name, text: home + name.text.slice(1) } : name;
