import type { PermissionLayer } from '@loadout/core/run';
import { Composer, type CST, Lexer, LineCounter, Parser } from 'yaml';
import { MAX_DEPTH } from '../document/from-value.js';
import type { Node, Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { fromYaml } from './from-yaml.js';
import { reportSyntax } from './report-syntax.js';

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
export function parseYaml(text: string, source: YamlSource): Node | undefined {
  const { file, layer, report, linesAbove = 0 } = source;
  const counter = new LineCounter();
  const place = (offset: number, length: number): Place => {
    const { line, col } = counter.linePos(offset);
    return { file, line: Math.max(1, line) + linesAbove, column: Math.max(1, col), length, layer };
  };
  const scan = scanYaml(text, { file, report, counter, place });
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
    reportSyntax(problems, { report, text, openQuote: scan.openQuote, place });
    return undefined;
  }
  return fromYaml(document?.contents ?? null, { text, report, place });
}

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
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
}

/**
 * Splits the text into tokens. Stops at input that the next step must not receive: nesting so deep that composing it would end
 * the process, and more words than can be parsed in a second. Reports explicit tags, which are visible only here.
 */
function scanYaml(text: string, context: YamlContext): Scan | undefined {
  const { report, place, counter, file } = context;
  const parser = new Parser(counter.addNewLine);
  const tokens: CST.Token[] = [];
  let openQuote: number | undefined;
  counter.addNewLine(0);
  let words = 0;
  let previous = '';
  for (const word of new Lexer().lex(text)) {
    const offset = parser.offset;
    if (previous !== SCALAR && word.startsWith('!'))
      report.error(errors.CONFIG_TAG({ tag: word }), { path: [], place: place(offset, word.length) });
    if (previous !== SCALAR && isOpenQuote(word)) openQuote = offset;
    const hidden = previous === SCALAR ? undefined : hiding(word);
    if (hidden !== undefined)
      report.error(errors.CONFIG_SYNTAX({ ...hidden, format: 'YAML' }), { path: [], place: place(offset + hidden.at, 1) });
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
  return { tokens, openQuote };
}

/** An end of a line for an editor that ends no comment in YAML. */
const OTHER_END = /[\r\u0085\u2028\u2029]/;

/** Tells how a word that is no content hides a line, or changes how the others are read. */
function hiding(word: string): { readonly problem: string; readonly fix: string; readonly at: number } | undefined {
  if (word.startsWith('%'))
    return { problem: `${word} stands above the document`, fix: 'Remove the line: the file is YAML 1.2.', at: 0 };
  const at = word.startsWith('#') ? word.search(OTHER_END) : -1;
  if (at === -1) return undefined;
  const end = `U+${word.charCodeAt(at).toString(16).toUpperCase().padStart(4, '0')}`;
  const problem = `a comment goes on after ${end}, which ends a line for an editor, but not in YAML`;
  return { problem, fix: 'End the line with a line feed.', at };
}

const isOpenQuote = (word: string): boolean => /^["']/.test(word) && (word.length === 1 || !word.endsWith(word.charAt(0)));
