import { inHome } from '@loadout/core/run';
import { type Argument, isKnown } from './read-word.js';

/** A text in a word that a program may open as a file. */
export interface WordName {
  readonly text: string;
  /**
   * Whether the text is a part of a word, such as the value of an option. A part counts only if it is the path of an existing
   * file.
   */
  readonly isPart: boolean;
  /** Whether the text is a web address. An address counts as a path only if a folder of that name exists. */
  readonly isAddress?: boolean;
}

/** The longest path that the system opens. */
const MOST_CHARS = 4_096;
const MOST_PARTS = 100;
/** Characters of data and of scripts, which the value of an option hardly contains. */
const IS_TEXT = /["'\n{}<>|;()]/;

/**
 * The names that an unknown program may open: the word itself, and the texts behind `-o`, `--o=`, `a@`, `x=` and `scheme:` in the
 * word. `undefined` for too many texts.
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

/** The values in `-ofile`, and in a bundle such as `-sd@file` from the first character that is not a letter. */
function valuesOf(word: string): readonly string[] | undefined {
  const odd = /^-[a-zA-Z]+([^a-zA-Z-].*)$/s.exec(word)?.[1];
  const glued = /^-[^-]/.test(word) ? [word.slice(2), ...(odd === undefined ? [] : [odd])] : [];
  const found: string[] = [...glued];
  for (const text of [word, ...glued]) {
    // The texts from each separator to the end, and up to the next separator.
    const ends = [...text.matchAll(/[=@:,]/g)].map(({ index }) => index);
    const pieces = ends.map((end, index) => text.slice(end + 1, ends[index + 1])).filter((piece) => !IS_TEXT.test(piece));
    if (pieces.length > MOST_PARTS) return undefined;
    const tails = ends.map((end) => text.slice(end + 1)).filter((tail) => !IS_TEXT.test(tail));
    found.push(...pieces, ...tails, ...(ends.length > 0 ? [text.slice(0, ends[0])] : []));
  }
  return found;
}

/** The paths in an address of a file: `file:///a` and other forms that a program may know. */
function addressParts(word: string): readonly string[] {
  const path = /:\/\/[^/?#]*(\/[^?#]*)/.exec(word)?.[1];
  return path === undefined ? [] : [path, decoded(path), ...stored(word)];
}

/** The name under which a program stores the target of an address. */
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

/** The known texts of a word. For a word that begins in the home folder, its path. */
export function textsOf(word: Argument, home: string | undefined): readonly WordName[] | undefined {
  if (isKnown(word) || word.tilde !== undefined)
    return namesIn(isKnown(word) ? word : (word.tilde ?? ''))?.flatMap((name) => readings(name, home));
  if (word.home === undefined || word.glob !== undefined || home === undefined) return [];
  return namesIn(home + word.home);
}

/** Some programs expand `~` themselves, and for the others it is a name. */
const readings = (name: WordName, home: string | undefined): readonly WordName[] => {
  const text = inHome(name.text, home);
  return text === name.text ? [name] : [{ ...name, text }, name];
};
