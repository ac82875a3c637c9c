import { type CST, Lexer, type LineCounter, Parser } from 'yaml';
import { MAX_DEPTH } from '../document/from-value.js';
import type { Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';

interface YamlContext {
  readonly file: string;
  readonly report: Report;
  readonly counter: LineCounter;
  place(offset: number, length: number): Place;
}

/** The limit for words of YAML (keys, values, punctuation, blanks). The parser needs up to a second for this many. */
const MAX_WORDS = 50_000;
/** The marker before every scalar. The first character of the scalar then has no syntactic meaning. */
const SCALAR = '\u001f';

interface Scan {
  readonly tokens: readonly CST.Token[];
  /** Offsets of the lines `---`. */
  readonly starts: readonly number[];
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
}

/**
 * Splits the text into tokens. Stops at input that the next step must not receive: nesting so deep that composing it would end
 * the process, and more words than can be parsed in a second. Reports explicit tags, which are visible only here.
 */
export function scanYaml(text: string, context: YamlContext): Scan | undefined {
  const { report, place, counter, file } = context;
  const parser = new Parser(counter.addNewLine);
  const tokens: CST.Token[] = [];
  const starts: number[] = [];
  let openQuote: number | undefined;
  const tags: { offset: number; tag: string }[] = [];
  counter.addNewLine(0);
  let words = 0;
  let previous = '';
  for (const word of new Lexer().lex(text)) {
    const offset = parser.offset;
    if (previous !== SCALAR && word.startsWith('!')) tags.push({ offset, tag: word });
    if (previous !== SCALAR && word === '---') starts.push(offset);
    if (previous !== SCALAR && isOpenQuote(word)) openQuote = offset;
    for (const token of parser.next(word)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH + 2) {
      report.error(errors.CONFIG_TOO_DEEP({ limit: MAX_DEPTH }), { path: [], place: place(offset, 1) });
      return undefined;
    }
    if (++words > MAX_WORDS) {
      const details = { file, size: `more than ${MAX_WORDS} words of YAML`, limit: `${MAX_WORDS}` };
      report.error(errors.CONFIG_TOO_LARGE(details), { path: [], place: place(offset, 1) });
      return undefined;
    }
    previous = word;
  }
  tokens.push(...parser.end());
  for (const { offset, tag } of tags) report.error(errors.CONFIG_TAG({ tag }), { path: [], place: place(offset, tag.length) });
  return { tokens, starts, openQuote };
}

const isOpenQuote = (word: string): boolean => /^["']/.test(word) && (word.length === 1 || !word.endsWith(word.charAt(0)));
