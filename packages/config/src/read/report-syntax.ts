import type { Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';

/** One error of the YAML parser. */
interface ParserProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

interface BrokenText {
  readonly report: Report;
  readonly text: string;
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
  place(offset: number, length: number): Place;
}

/** Reports the first problem that the parser found in a text. The others are mostly its consequences. Source: U6. */
export function reportSyntax(problems: readonly ParserProblem[], { text, openQuote, report, place }: BrokenText): void {
  const [first] = [...problems].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return;
  const { code, message, pos } = first;
  const isRule = message.startsWith(MISSING) && OPEN_RULE.test(text.slice(0, pos[0]));
  const told = isRule ? RULE_IN_LIST : syntaxProblem(code, message);
  const where = { path: [], place: place(...spanOfProblem({ text, pos, message, openQuote })) };
  report.error(errors.CONFIG_SYNTAX({ ...told, format: 'YAML' }), where);
}

const MISSING = 'Missing ,';
/** A permission rule inside [ ] that has begun and not ended. */
const OPEN_RULE = /[[,\s]\w+\([^()\n]*$/;

/**
 * The place to show for a problem. An unclosed bracket or quote is shown where it opens, because that is the place to correct.
 */
function spanOfProblem(p: {
  text: string;
  pos: readonly [number, number];
  message: string;
  openQuote: number | undefined;
}): [number, number] {
  const { text, pos, message, openQuote } = p;
  if (openQuote !== undefined && message.includes('closing')) return [openQuote, 1];
  const closing = closingOf(message);
  const open = closing === ']' ? '[' : '{';
  const opener = closing === undefined ? undefined : openerBefore(text, { offset: pos[0], open, close: closing });
  return opener === undefined ? [Math.min(pos[0], text.length), Math.max(1, pos[1] - pos[0])] : [opener, 1];
}

function openerBefore(text: string, p: { offset: number; open: string; close: string }): number | undefined {
  let depth = 0;
  for (let index = Math.min(p.offset, text.length) - 1; index >= 0; index--) {
    if (text[index] === p.close) depth++;
    else if (text[index] === p.open && depth-- === 0) return index;
  }
  return undefined;
}

interface Problem {
  readonly problem: string;
  readonly fix?: string;
}

/** Our texts for the errors of the parser that a slip of a person causes, by its code. Its own text says the others well. */
const KNOWN: Readonly<Record<string, Problem>> = {
  TAB_AS_INDENT: { problem: 'a tab is used to indent', fix: 'Indent with spaces.' },
  BLOCK_AS_IMPLICIT_KEY: {
    problem: 'a value is followed by a second "key: value", on its line or indented below it',
    fix: 'Put that on a line of its own with the same indent, or put the value in quotes if the colon belongs to it.',
  },
  MULTILINE_IMPLICIT_KEY: {
    problem: 'a line has no colon after its key',
    fix: 'Write "key: value"; put text of several lines after "|".',
  },
  BAD_INDENT: {
    problem: 'this line is indented differently from its neighbours',
    fix: 'Give all keys of one map, and all items of one list, the same indent.',
  },
};

const QUOTES = 'Put quotes around a text with characters that have a meaning in YAML.';
const BACKSLASH = 'Write \\\\ for a backslash, or use single quotes.';
const OPEN_QUOTE: Problem = { problem: 'a quote is not closed', fix: 'Close it with the same kind of quote.' };
const NO_COMMA: Problem = { problem: 'a comma is missing between two items', fix: 'Put a comma between them.' };

/** The advice for a permission rule inside [ ], where {, } and , have a meaning of their own. */
export const QUOTES_NEEDED = 'A rule with {, } or , needs quotes inside [ ].';

const RULE_IN_LIST: Problem = { problem: 'a rule has a { or } and no quotes', fix: QUOTES_NEEDED };

/** The bracket that an error of the parser misses. */
const closingOf = (message: string): string | undefined => /end with (?:a )?([\]}])/.exec(message)?.[1];

function syntaxProblem(code: string, message: string): Problem {
  const close = closingOf(message);
  if (close !== undefined) return notClosed(close, code === 'BAD_INDENT');
  if (/closing ["']quote/.test(message)) return OPEN_QUOTE;
  if (message.startsWith(MISSING)) return NO_COMMA;
  return KNOWN[code] ?? { problem: told(message), fix: code === 'BAD_DQ_ESCAPE' ? BACKSLASH : QUOTES };
}

function notClosed(close: string, mayBeIndent: boolean): Problem {
  const began = close === ']' ? 'a list that began with [' : 'a map that began with {';
  return mayBeIndent
    ? { problem: `${began} is not closed, or its end is not indented`, fix: `Add the ${close}, indented more than the key.` }
    : { problem: `${began} is not closed`, fix: `Add the ${close}.` };
}

/** The text of the parser as a part of a sentence. */
const told = (message: string): string =>
  message.replace(/\.?(?:\n[\s\S]*)?$/, '').replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase());
