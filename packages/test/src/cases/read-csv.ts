import type { Line } from './read-lines.js';

export interface CsvRow {
  readonly fields: readonly string[];
  /** The line in which the row begins. */
  readonly number: number;
}

/** Yields the rows of CSV (RFC 4180). A field in quotes may have commas, line ends, and `""` for a quote. Throws `wrong`. */
export function* readCsv(lines: Iterable<Line>, wrong: (number: number, problem: string) => Error): Generator<CsvRow> {
  let open: { readonly text: string; readonly number: number } | undefined;
  for (const line of lines) {
    const { text, number } = open === undefined ? line : { text: `${open.text}\n${line.text}`, number: open.number };
    const fields = fieldsOf(text);
    if (fields === 'open') {
      open = { text, number };
      if (line.number - number > MOST_LINES) throw wrong(number, `a quoted field has no end in ${MOST_LINES} lines`);
      continue;
    }
    open = undefined;
    if (typeof fields === 'string') throw wrong(number, fields);
    if (text.trim() !== '') yield { fields, number };
  }
  if (open !== undefined) throw wrong(open.number, 'a quoted field has no end');
}

/** A quote that nobody closes would otherwise take the rest of the file. */
const MOST_LINES = 1000;

const WRONG = 'a quote is inside a field that does not begin with one';

function fieldsOf(text: string): readonly string[] | 'open' | typeof WRONG {
  const fields: string[] = [];
  for (let at = 0; ; ) {
    const isQuoted = text[at] === '"';
    const close = isQuoted ? closingQuote(text, at + 1) : text.indexOf(',', at);
    if (isQuoted && close === -1) return 'open';
    const end = isQuoted ? close + 1 : close === -1 ? text.length : close;
    const field = isQuoted ? text.slice(at + 1, close).replaceAll('""', '"') : text.slice(at, end);
    if (!isQuoted && field.includes('"')) return WRONG;
    fields.push(field);
    if (end === text.length) return fields;
    if (text[end] !== ',') return WRONG;
    at = end + 1;
  }
}

/** The place of the quote that ends a field, behind pairs that stand for one. -1: there is none. */
function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at === -1 || text[at + 1] !== '"') return at;
  }
}
