import type { Place } from '../document/node.js';
import type { Report } from '../document/report.js';
import { errors } from '../errors.js';
import { type ParserProblem, withoutConsequences } from './indent-slips.js';
import { closingOf, DEEPER, RULE_IN_LIST, syntaxProblem } from './syntax-problem.js';

/** The number of reported syntax problems. Later problems are usually consequences of the first. */
const MAX_SYNTAX_PROBLEMS = 5;

interface BrokenText {
  readonly report: Report;
  readonly text: string;
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
  place(offset: number, length: number): Place;
}

/** Reports the problems that the parser found in a text. */
export function reportSyntax(problems: readonly ParserProblem[], { text, openQuote, report, place }: BrokenText): void {
  const cut = problems.find(({ message, pos }) => MISSING.test(message) && OPEN_RULE.test(text.slice(0, pos[0])));
  const lineEnd = cut === undefined ? 0 : text.indexOf('\n', cut.pos[0]);
  const follows = ({ pos }: ParserProblem) => cut !== undefined && pos[0] > cut.pos[0] && (lineEnd === -1 || pos[0] <= lineEnd);
  const distinct = withoutConsequences(problems, text).filter((problem) => !follows(problem));
  for (const problem of distinct.slice(0, MAX_SYNTAX_PROBLEMS)) {
    const { code, message, pos, slip } = problem;
    const told = problem === cut ? RULE_IN_LIST : slip === 'deeper' ? DEEPER : syntaxProblem(code, message);
    report.error(errors.CONFIG_SYNTAX({ ...told, format: 'YAML' }), {
      path: [],
      place: place(...spanOfProblem({ text, pos, message, openQuote })),
    });
  }
}

const MISSING = /^Missing ,/;
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
