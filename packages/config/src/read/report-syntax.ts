import type { Place } from '../document/node.js';
import { errors } from '../errors.js';
import { type ParserProblem, withoutConsequences } from './indent-slips.js';
import { DEEPER, syntaxProblem } from './syntax-problem.js';
import type { YamlContext } from './yaml-context.js';

/** The number of reported syntax problems. Later problems are usually consequences of the first. */
const MAX_SYNTAX_PROBLEMS = 5;

interface BrokenText extends Pick<YamlContext, 'report'> {
  readonly text: string;
  /** The offset of a quote that is never closed. */
  readonly openQuote: number | undefined;
  place(offset: number, length: number): Place;
}

/** Reports the problems that the parser found in a text. */
export function reportSyntax(problems: readonly ParserProblem[], { text, openQuote, report, place }: BrokenText): void {
  for (const { code, message, pos, slip } of withoutConsequences(problems, text).slice(0, MAX_SYNTAX_PROBLEMS))
    report.error(errors.CONFIG_SYNTAX({ ...(slip === 'deeper' ? DEEPER : syntaxProblem(code, message)), format: 'YAML' }), {
      path: [],
      place: place(...spanOfProblem({ text, pos, message, openQuote })),
    });
}

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
  const closing = /end with (?:a )?([\]}])/.exec(message)?.[1];
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
