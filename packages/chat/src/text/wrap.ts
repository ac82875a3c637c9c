import { split } from './cut.js';
import type { Line, Span } from './line.js';
import { shownLines } from './shown.js';
import { graphemes, shownWidth } from './width.js';

/** Scripts that are written without blanks. A line may break between two of their characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** A blank run, one unspaced character with its marks, or a run of others. */
const UNITS =
  / +|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]\p{M}*|[^ \p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu;
/** No line begins with one of these. */
const CLOSES =
  /^[!),.:;?\]}%。、，．：；！？」』）］｝〉》】〕〗’”…‥・ー〜々ぁぃぅぇぉっゃゅょゎゝゞァィゥェォッャュョヮヵヶヽヾ]/u;
/** No line ends with one of these. */
const OPENS = /[([{「『（［｛〈《【〔〖‘“]$/u;

/** A longer word is wider than any line, and is not measured. */
const LONGEST = 4_000;

/** Text that stays together. A word may continue over spans. */
interface Word {
  readonly spans: Span[];
  width: number;
  readonly isBlank: boolean;
}

/**
 * Breaks spans into lines of at most so many columns: at blanks, between characters of scripts without blanks, and inside a word
 * only if it is longer than a line. `indent`: the blanks before each line but the first.
 */
export function wrap(
  spans: readonly Span[],
  columns: number,
  options: { readonly indent?: number | undefined } = {},
): readonly Line[] {
  const indent = Math.max(0, Math.min(options.indent ?? 0, columns - 2));
  return paragraphs(spans).flatMap((words, index) =>
    filled(words, { columns: Math.max(1, columns), indent, first: index === 0 ? 0 : indent }),
  );
}

/** The words of each line of the text. */
function paragraphs(spans: readonly Span[]): readonly (readonly Word[])[] {
  const all: Word[][] = [[]];
  for (const span of spans)
    for (const [index, text] of shownLines(span.text).entries()) {
      if (index > 0) all.push([]);
      for (const unit of text.match(UNITS) ?? []) add(all.at(-1) ?? [], { ...span, text: unit });
    }
  return all;
}

function add(words: Word[], span: Span): void {
  const last = words.at(-1);
  const isBlank = span.text.startsWith(' ');
  const width = span.text.length > LONGEST ? Number.POSITIVE_INFINITY : shownWidth(span.text);
  if (last === undefined || last.isBlank !== isBlank || (!isBlank && mayBreak(last.spans.at(-1)?.text ?? '', span.text)))
    words.push({ spans: [span], width, isBlank });
  else {
    last.spans.push(span);
    last.width += width;
  }
}

function mayBreak(before: string, after: string): boolean {
  if (CLOSES.test(after) || OPENS.test(before)) return false;
  return UNSPACED.test(before.slice(-2)) || UNSPACED.test(after.slice(0, 2));
}

/** The lines of one paragraph, filled word by word. */
class Filling {
  readonly #columns: number;
  readonly #indent: number;
  readonly #lines: Line[] = [];
  #line: Span[];
  #used: number;

  constructor({ columns, indent, first }: { readonly columns: number; readonly indent: number; readonly first: number }) {
    this.#columns = columns;
    this.#indent = indent;
    this.#line = blanks(first);
    this.#used = first;
  }

  lines(): readonly Line[] {
    return [...this.#lines, this.#line];
  }

  add(word: Word, gap: Word | undefined): void {
    const wanted = (gap?.width ?? 0) + word.width;
    if (this.#used + wanted > this.#columns && this.#used > this.#indent) this.#next();
    else if (gap !== undefined && this.#used + gap.width < this.#columns)
      for (const span of gap.spans) this.#put(span, span.text.length);
    for (const span of word.spans) this.#break(span);
  }

  #break(span: Span): void {
    let rest = span.text;
    while (rest !== '') {
      const [fits, after] = split(rest, this.#columns - this.#used);
      if (fits === '' && this.#used > this.#indent) {
        this.#next();
        continue;
      }
      // A character that is wider than the whole line gets one of its own.
      const taken = fits === '' ? (graphemes(rest.slice(0, 64)).next().value ?? rest) : fits;
      this.#put({ ...span, text: taken }, shownWidth(taken));
      rest = fits === '' ? rest.slice(taken.length) : after;
    }
  }

  #next(): void {
    this.#lines.push(this.#line);
    this.#line = blanks(this.#indent);
    this.#used = this.#indent;
  }

  #put(span: Span, width: number): void {
    this.#used += width;
    const last = this.#line.at(-1);
    if (last !== undefined && last.styles === span.styles && last.link === span.link)
      this.#line[this.#line.length - 1] = { ...last, text: last.text + span.text };
    else this.#line.push(span);
  }
}

function filled(words: readonly Word[], room: { readonly columns: number; readonly indent: number; readonly first: number }) {
  const filling = new Filling(room);
  for (const [index, word] of words.entries()) {
    const before = words[index - 1];
    if (!word.isBlank) filling.add(word, before?.isBlank === true ? before : undefined);
  }
  return filling.lines();
}

const blanks = (count: number): Span[] => (count === 0 ? [] : [{ text: ' '.repeat(count) }]);
