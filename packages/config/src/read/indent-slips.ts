/** One error of the YAML parser. */
export interface ParserProblem {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly [number, number];
}

/** A problem to report. With `slip`, the cause is the indent of one line, and other errors of the parser followed from it. */
export interface DistinctProblem extends ParserProblem {
  readonly slip?: 'deeper' | 'different';
}

/** The errors that a wrong indent causes, besides causes of their own. */
const CODES = new Set(['BAD_INDENT', 'BLOCK_AS_IMPLICIT_KEY', 'MULTILINE_IMPLICIT_KEY']);
/** Messages of BAD_INDENT that are about something that is not closed. */
const NOT_CLOSED = /quote|end with/;

/**
 * Returns one problem for a line whose indent is wrong, instead of one for each line that can then not be read. The problem is shown
 * at that line. The errors of indents behind it, up to the next key at the top of the file, are its consequences. Source: U6.
 */
export function withoutConsequences(problems: readonly ParserProblem[], text: string): readonly DistinctProblem[] {
  const lines = new Lines(text);
  let until = -1;
  return problems.flatMap((problem): readonly DistinctProblem[] => {
    const isOfIndent = CODES.has(problem.code) && !NOT_CLOSED.test(problem.message);
    const line = lines.at(problem.pos[0]);
    if (!isOfIndent) return [problem];
    if (line < until) return [];
    const slip = slipOf(problem, { lines, line });
    if (slip === undefined) return [problem];
    until = lines.nextAtTop(Math.max(line, lines.at(slip.pos[0])));
    return [slip];
  });
}

function slipOf(
  problem: ParserProblem,
  { lines, line }: { readonly lines: Lines; readonly line: number },
): DistinctProblem | undefined {
  if (problem.code === 'BAD_INDENT')
    return { ...problem, slip: 'different', pos: lines.isContent(line) ? problem.pos : lines.span(lines.after(line)) };
  const next = lines.after(line);
  const isDeeper = lines.indent(next) > lines.indent(line) && /^\s*(?:- |[^\s#].*:(?:\s|$))/.test(lines.text(next));
  if (!isDeeper) return undefined;
  return { ...problem, slip: 'deeper', pos: lines.span(next) };
}

/** The lines of a text, by number from 0. */
class Lines {
  readonly #lines: readonly string[];
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#lines = text.split('\n');
    let offset = 0;
    this.#starts = this.#lines.map((line) => {
      const start = offset;
      offset += line.length + 1;
      return start;
    });
  }

  at(offset: number): number {
    const after = this.#starts.findIndex((start) => start > offset);
    return after === -1 ? this.#lines.length - 1 : after - 1;
  }

  text(line: number): string {
    return this.#lines[line] ?? '';
  }

  /** The offsets of the content of a line. */
  span(line: number): [number, number] {
    const start = (this.#starts[line] ?? 0) + this.indent(line);
    return [start, start + this.text(line).trim().length];
  }

  isContent(line: number): boolean {
    return CONTENT.test(this.text(line));
  }

  indent(line: number): number {
    return this.text(line).search(/\S|$/);
  }

  /** The next line with content, or the number of lines. */
  after(line: number): number {
    const found = this.#lines.findIndex((_, index) => index > line && this.isContent(index));
    return found === -1 ? this.#lines.length : found;
  }

  /** The next line that begins with a key of the whole file, or the number of lines. */
  nextAtTop(line: number): number {
    const found = this.#lines.findIndex((text, index) => index > line && /^[^\s#-]/.test(text));
    return found === -1 ? this.#lines.length : found;
  }
}

const CONTENT = /^\s*[^\s#]/;
