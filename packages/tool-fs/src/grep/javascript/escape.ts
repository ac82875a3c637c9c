import { PatternError } from '../../glob/ignore/pattern-error.js';
import type { ClassWords } from './class-words.js';

/** A translated part of a pattern. `codePoint` is set if the part matches a single character. */
export interface Piece {
  readonly source: string;
  readonly codePoint?: number | undefined;
  /** True if it matches a position and consumes no character. */
  readonly isAssertion?: boolean | undefined;
}

interface Place {
  readonly chars: readonly string[];
  readonly at: number;
  readonly words: ClassWords;
  /** A line is all the text there is. */
  readonly lines: boolean;
}

interface Translated {
  readonly piece: Piece;
  readonly next: number;
}

const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 };

const fail = (problem: string) => new PatternError(`regex parse error: ${problem}`);
export const literal = (codePoint: number): Piece => ({ source: `\\u{${codePoint.toString(16)}}`, codePoint });

/** Reads the escape sequence that starts at `at` with a backslash. */
export function escapeAt(place: Place, { inClass }: { readonly inClass: boolean }): Translated {
  const { chars, at, words } = place;
  const char = chars[at + 1];
  if (char === undefined) throw fail('incomplete escape sequence, reached end of pattern prematurely');
  const plain = (piece: Piece): Translated => ({ piece, next: at + 2 });
  const control = CONTROLS[char];
  if (control !== undefined) return plain(literal(control));
  const named = perlClass(char, words);
  if (named !== undefined) return plain({ source: named });
  if (char === 'x' || char === 'u' || char === 'U') return hexAt(chars, at + 1);
  if (char === 'p' || char === 'P') return propertyAt(chars, at + 1);
  const assertion = inClass ? undefined : assertionAt(place);
  if (assertion !== undefined) return assertion;
  if (/[0-9]/.test(char)) throw fail('backreferences are not supported');
  if (/[A-Za-z<>]/.test(char) || (char.codePointAt(0) ?? 0) > 127) throw fail('unrecognized escape sequence');
  return plain(literal(char.codePointAt(0) ?? 0));
}

function perlClass(char: string, { word, digit, space }: ClassWords): string | undefined {
  const inside = { w: word, d: digit, s: space }[char.toLowerCase()];
  if (inside === undefined) return undefined;
  return char === char.toLowerCase() ? `[${inside}]` : `[^${inside}]`;
}

/** `\x41`, `\u0041`, `\U00000041` and `\x{41}`. */
function hexAt(chars: readonly string[], at: number): Translated {
  const kind = chars[at] ?? '';
  const braces = chars[at + 1] === '{';
  const size = { x: 2, u: 4, U: 8 }[kind] ?? 2;
  const end = braces ? chars.indexOf('}', at) : at + 1 + size;
  const digits = chars.slice(at + (braces ? 2 : 1), end === -1 ? undefined : end).join('');
  const codePoint = Number.parseInt(digits, 16);
  if (!/^[0-9a-fA-F]+$/.test(digits) || end === -1 || (!braces && digits.length < size)) throw fail('invalid hexadecimal digit');
  if (codePoint > 0x10ffff || (codePoint >= 0xd800 && codePoint < 0xe000)) throw fail('invalid Unicode scalar value');
  return { piece: literal(codePoint), next: braces ? end + 1 : end };
}

/** `\pL`, `\p{Greek}`, `\p{^L}`, `\p{scx=Grek}`. */
function propertyAt(chars: readonly string[], at: number): Translated {
  const braces = chars[at + 1] === '{';
  const end = braces ? chars.indexOf('}', at) : at + 1;
  if (end === -1 || chars[at + 1] === undefined) throw fail('incomplete escape sequence, reached end of pattern prematurely');
  const given = braces ? chars.slice(at + 2, end).join('') : (chars[end] ?? '');
  const negated = given.startsWith('^') !== (chars[at] === 'P');
  const name = given.replace(/^\^/, '');
  for (const candidate of [name, `Script=${name}`, ...capitalised(name)]) {
    const source = `\\${negated ? 'P' : 'p'}{${candidate}}`;
    if (isProperty(source)) return { piece: { source }, next: end + 1 };
  }
  throw fail('Unicode property not found');
}

/** Rust takes names in any case, with blanks, hyphens and underscores alike. */
function capitalised(name: string): readonly string[] {
  const words = name.split(/[ _-]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase());
  return [words.join('_'), `Script=${words.join('_')}`];
}

function isProperty(source: string): boolean {
  try {
    return new RegExp(source, 'v') instanceof RegExp;
  } catch {
    return false;
  }
}

const LOOKS = /^\\(b\{(start|end|start-half|end-half)\}|[bBAz<>])/;

function assertionAt({ chars, at, words, lines }: Place) {
  const found = LOOKS.exec(chars.slice(at, at + 16).join(''));
  if (found === null) return undefined;
  const [before, after, notBefore, notAfter] = ['?<=', '?=', '?<!', '?!'].map((look) => `(${look}[${words.word}])`);
  const sources: Readonly<Record<string, string>> = {
    b: `(?:${before}${notAfter}|${notBefore}${after})`,
    B: `(?:${before}${after}|${notBefore}${notAfter})`,
    A: lines ? '^|(?<=\\n)' : '^',
    z: lines ? '$|(?=\\n)' : '$',
    '<': `${notBefore}${after}`,
    '>': `${before}${notAfter}`,
    'b{start}': `${notBefore}${after}`,
    'b{end}': `${before}${notAfter}`,
    'b{start-half}': `${notBefore}`,
    'b{end-half}': `${notAfter}`,
  };
  // On plain text JavaScript's own means the same and is faster.
  const isPlain = words.word === '\\w' && /^\\[bB]$/.test(found[0]);
  const source = isPlain ? found[0] : `(?:${sources[found[1] ?? ''] ?? ''})`;
  return { piece: { source, isAssertion: true }, next: at + found[0].length };
}
