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

/** A field, and what ends it. A quoted one first, because a plain one has no quotes. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",]*))(,|$)/y;

function fieldsOf(text: string): readonly string[] | 'open' | 'a quote stands inside a field that does not begin with one' {
  const fields: string[] = [];
  FIELD.lastIndex = 0;
  for (;;) {
    const at = FIELD.lastIndex;
    const found = FIELD.exec(text);
    if (found === null) {
      const isOpen = text[at] === '"' && text.slice(at).replaceAll('""', '').lastIndexOf('"') === 0;
      return isOpen ? 'open' : 'a quote stands inside a field that does not begin with one';
    }
    const [, quoted, plain = '', end] = found;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '') return fields;
  }
}
