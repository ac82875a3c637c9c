import type { PermissionLayer } from '@loadout/core/run';
import { Composer, type CST, Lexer, LineCounter, Parser } from 'yaml';
import { MAX_DEPTH } from '../document/from-value.js';
import type { Node, Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { fromYaml } from './from-yaml.js';
import { notJson, reportSyntax } from './report-syntax.js';
import { isJson, strictJson } from './strict-json.js';

export interface YamlSource {
  readonly file: string;
  readonly layer: PermissionLayer;
  readonly report: Report;
  /** The number of lines of the file above this text. */
  readonly linesAbove?: number;
}

/**
 * Parses YAML text into a document with positions. Reports all problems, and returns nothing if the text cannot be read.
 */
export const parseYaml = (text: string, source: YamlSource): Node | undefined => parseText(text, { ...source, format: 'YAML' });

/**
 * Parses JSON with comments and trailing commas into a document with positions. A text with nothing but blanks and comments is
 * null. `JSON.parse` decides what is JSON, so that no rule can become part of a key (decision 0089). The YAML parser, which reads all JSON
 * alike, gives the places (decision 0180).
 */
export const parseJson = (text: string, source: YamlSource): Node | undefined =>
  parseText(strictJson(text), { ...source, format: 'JSON' });

function parseText(text: string, source: YamlSource & { readonly format: 'YAML' | 'JSON' }): Node | undefined {
  const { file, layer, report, linesAbove = 0, format } = source;
  const counter = new LineCounter();
  const place = (offset: number, length: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { file, line: Math.max(1, line) + linesAbove, column: Math.max(1, col), length, layer };
  };
  const isOther = format === 'JSON' && text.trim() !== '' && !isJson(text);
  const scan = scanYaml(text, { file, report, counter, place, isOther });
  if (scan === undefined) return undefined;
  // `uniqueKeys` compares every key with every other key; `fromYaml` finds duplicates itself, in linear time.
  const composer = new Composer({ uniqueKeys: false, prettyErrors: false, logLevel: 'silent', customTags: [] });
  const [document, second] = composer.compose(scan.tokens, true, text.length);
  if (second !== undefined) {
    report.error(errors.CONFIG_SEVERAL_DOCUMENTS({}), { path: [], place: place(second.range[0], 3) });
    return undefined;
  }
  const problems = document?.errors ?? [];
  if (problems.length > 0) {
    reportSyntax(problems, { report, text, format, openQuote: scan.openQuote, place });
    return undefined;
  }
  if (isOther) {
    const { offset, word } = scan.other ?? { offset: 0, word: '' };
    report.error(errors.CONFIG_SYNTAX({ ...notJson(word), format }), {
      path: [],
      place: place(offset, Math.max(1, word.length)),
    });
    return undefined;
  }
  return fromYaml(document?.contents ?? null, { text, report, place });
}

interface YamlContext {
  readonly file: string;
  readonly report: Report;
  readonly counter: LineCounter;
  /** Whether the text is to be JSON and is not. */
  readonly isOther: boolean;
  place(offset: number, length: number): Place;
}

/** The limit for words of YAML (keys, values, punctuation, blanks). The parser needs up to a second for this many. */
const MAX_WORDS = 50_000;
/** The marker before every scalar. The first character of the scalar then has no syntactic meaning. */
const SCALAR = '\u001f';

interface Scan {
  readonly tokens: readonly CST.Token[];
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
  /** The first word that JSON does not have, if the text is to be JSON and is not. */
  readonly other: { readonly offset: number; readonly word: string } | undefined;
}

/**
 * Splits the text into tokens. Stops at input that the next step must not receive: nesting so deep that composing it would end
 * the process, and more words than can be parsed in a second. Reports explicit tags, which are visible only here.
 */
function scanYaml(text: string, context: YamlContext): Scan | undefined {
  const { report, place, counter, file, isOther } = context;
  const parser = new Parser(counter.addNewLine);
  const tokens: CST.Token[] = [];
  let openQuote: number | undefined;
  let other: Scan['other'];
  counter.addNewLine(0);
  let words = 0;
  let previous = '';
  for (const word of new Lexer().lex(text)) {
    const offset = parser.offset;
    if (previous !== SCALAR && word.startsWith('!'))
      report.error(errors.CONFIG_TAG({ tag: word }), { path: [], place: place(offset, word.length) });
    if (previous !== SCALAR && isOpenQuote(word)) openQuote = offset;
    if (isOther && other === undefined && !isWordOfJson(word)) other = { offset, word };
    for (const token of parser.next(word)) tokens.push(token);
    if (parser.stack.length > MAX_DEPTH + 2) {
      report.error(errors.CONFIG_TOO_DEEP({ limit: MAX_DEPTH }), { path: [], place: place(offset, 1) });
      return undefined;
    }
    if (++words > MAX_WORDS) {
      const details = { file, size: `more than ${MAX_WORDS} words`, limit: `${MAX_WORDS}` };
      report.error(errors.CONFIG_TOO_LARGE(details), { path: [], place: place(offset, 1) });
      return undefined;
    }
    previous = word;
  }
  tokens.push(...parser.end());
  return { tokens, openQuote, other };
}

const isOpenQuote = (word: string): boolean => /^["']/.test(word) && (word.length === 1 || !word.endsWith(word.charAt(0)));

/** Whether JSON has a word of YAML too: a sign, blanks, the marks of the parser itself, or a value. */
const isWordOfJson = (word: string): boolean => /^[\s{}[\],:\u0002\u0018\u001f]*$/.test(word) || isJson(word);
