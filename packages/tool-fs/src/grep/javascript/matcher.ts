import type { GrepInput } from '../grep-input.js';
import { type TextKind, translatePattern } from './translate-pattern.js';

/** A pattern, ready for each kind of text. */
export interface Matcher {
  /** A match can take a line end with it. */
  readonly spansLines: boolean;
  /** A text that every match contains, as characters and as bytes. */
  readonly needle: { readonly text: string; readonly bytes: Buffer } | undefined;
  regexFor(kind: TextKind): RegExp;
}

/** Throws `PatternError`. */
export function matcherFor(input: Pick<GrepInput, 'pattern' | '-i' | 'multiline'>): Matcher {
  const options = { ignoreCase: input['-i'] === true, multiline: input.multiline === true };
  const translated = (text: TextKind) => translatePattern(input.pattern, { ...options, text });
  const plain = translated('ascii');
  const regexes = new Map<TextKind, RegExp>([['ascii', plain.regex]]);
  return {
    spansLines: plain.spansLines,
    needle: plain.needle === '' ? undefined : { text: plain.needle, bytes: Buffer.from(plain.needle) },
    regexFor(kind) {
      const regex = regexes.get(kind) ?? translated(kind).regex;
      regexes.set(kind, regex);
      return regex;
    },
  };
}
