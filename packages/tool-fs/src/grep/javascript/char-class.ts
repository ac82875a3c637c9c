import { PatternError } from '../../glob/ignore/pattern-error.js';
import type { ClassWords } from './class-words.js';
import { escapeAt, type Piece } from './escape.js';

const POSIX: Readonly<Record<string, string>> = {
  alnum: 'a-zA-Z0-9',
  alpha: 'a-zA-Z',
  ascii: '\\x00-\\x7f',
  blank: '\\t ',
  cntrl: '\\x00-\\x1f\\x7f',
  digit: '0-9',
  graph: '\\x21-\\x7e',
  lower: 'a-z',
  print: '\\x20-\\x7e',
  punct: '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e',
  space: '\\t-\\r ',
  upper: 'A-Z',
  word: '\\w',
  xdigit: '0-9a-fA-F',
};

interface Reading {
  readonly chars: readonly string[];
  at: number;
  readonly words: ClassWords;
  readonly ignoreBlanks: boolean;
}

/** Reads a bracketed class that starts at `at`. Nested classes and set operations are those of Rust's syntax. */
export function classAt(reading: Reading): string {
  reading.at += 1;
  const negated = reading.chars[reading.at] === '^';
  if (negated) reading.at += 1;
  const inside = setOperations(reading);
  if (reading.chars[reading.at] !== ']') throw new PatternError('regex parse error: unclosed character class');
  reading.at += 1;
  return negated ? `[^${inside}]` : inside;
}

/** Translates set operations. They have equal precedence and group from the left; adjacent items are united first. */
function setOperations(reading: Reading): string {
  let result = union(reading, true);
  for (let operator = operatorAt(reading); operator !== undefined; operator = operatorAt(reading)) {
    reading.at += 2;
    const right = union(reading, false);
    result = operator === '~~' ? `[[${result}--${right}][${right}--${result}]]` : `[${result}${operator}${right}]`;
  }
  return result;
}

function operatorAt({ chars, at }: Reading): string | undefined {
  const two = `${chars[at]}${chars[at + 1]}`;
  return two === '&&' || two === '~~' || (two === '--' && chars[at + 2] !== ']') ? two : undefined;
}

function union(reading: Reading, isFirst: boolean): string {
  const { chars } = reading;
  const parts: string[] = [];
  const isLiteralHere = (char: string | undefined) => parts.length === 0 && isFirst && (char === ']' || char === '-');
  while (reading.at < chars.length) {
    const char = chars[reading.at];
    if (char === ']' && !isLiteralHere(char)) break;
    if (!isLiteralHere(char) && operatorAt(reading) !== undefined) break;
    if (reading.ignoreBlanks && char !== undefined && /\s/.test(char)) reading.at += 1;
    else if (char === '[') parts.push(posixAt(reading) ?? classAt(reading));
    else parts.push(rangeAt(reading));
  }
  return `[${parts.join('')}]`;
}

function posixAt(reading: Reading): string | undefined {
  const rest = reading.chars.slice(reading.at, reading.at + 12).join('');
  const found = /^\[:(\^?)([a-z]+):\]/.exec(rest);
  const inside = POSIX[found?.[2] ?? ''];
  if (found === null || inside === undefined) return undefined;
  reading.at += found[0].length;
  return `[${found[1]}${inside}]`;
}

function rangeAt(reading: Reading): string {
  const low = memberAt(reading);
  const { chars, at } = reading;
  const isRange = chars[at] === '-' && chars[at + 1] !== ']' && chars[at + 1] !== '-' && chars[at + 1] !== undefined;
  if (!isRange) return low.source;
  reading.at += 1;
  const high = memberAt(reading);
  if (low.codePoint === undefined || high.codePoint === undefined)
    throw new PatternError('regex parse error: invalid range boundary, must be a literal');
  if (high.codePoint < low.codePoint)
    throw new PatternError('regex parse error: invalid character class range, the start must be <= the end');
  return `${low.source}-${high.source}`;
}

function memberAt(reading: Reading): Piece {
  const char = reading.chars[reading.at] ?? '';
  if (char !== '\\') {
    reading.at += 1;
    const codePoint = char.codePointAt(0) ?? 0;
    return { source: `\\u{${codePoint.toString(16)}}`, codePoint };
  }
  const { piece, next } = escapeAt({ ...reading, lines: false }, { inClass: true });
  reading.at = next;
  return piece;
}
