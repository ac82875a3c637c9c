import { copied } from '../words/terms.js';

/** A piece of a file. Lines are counted from 1, and both ends are part of it. */
export interface Passage {
  readonly from: number;
  readonly to: number;
  /** The headings above it, outermost first, or ''. */
  readonly heading: string;
  readonly text: string;
}

const MOST_LINES = 60;
const OVERLAP = 10;
/** A longer heading is no heading, but it stands at each passage below it. */
const HEADING_CHARS = 200;
const MARKS = /^#{1,6}(?=\s)/;
const FENCE = /^\s*(?:```|~~~)/;

/** Cuts a text at the headings of Markdown, and what is longer than 60 lines into pieces that share 10 lines. */
export function passagesOf(text: string, { isMarkdown }: { readonly isMarkdown: boolean }): readonly Passage[] {
  const lines = text.split(/\r?\n/);
  const sections = isMarkdown ? sectionsOf(lines) : [{ from: 0, to: lines.length, heading: '' }];
  return sections.flatMap((section) => piecesOf(section, lines));
}

interface Section {
  /** Lines from 0; `to` is behind the last one. */
  readonly from: number;
  readonly to: number;
  readonly heading: string;
}

function sectionsOf(lines: readonly string[]): readonly Section[] {
  const sections: Section[] = [];
  const above: string[] = [];
  let isCode = false;
  let from = 0;
  const end = (to: number) => {
    if (to > from) sections.push({ from, to, heading: above.filter(Boolean).join(' > ') });
    from = to;
  };
  for (const [index, line] of lines.entries()) {
    if (FENCE.test(line)) isCode = !isCode;
    const [marks] = isCode ? [] : (MARKS.exec(line) ?? []);
    const title = marks === undefined ? '' : titleBehind(marks, line);
    if (marks === undefined || title === '') continue;
    end(index);
    above.length = Math.min(above.length, marks.length - 1);
    above[marks.length - 1] = title;
  }
  end(lines.length);
  return sections;
}

/** Looks at the beginning of a line alone: a line of a stranger may be a megabyte of spaces. */
const titleBehind = (marks: string, line: string): string =>
  copied(line.slice(marks.length, marks.length + HEADING_CHARS))
    .trim()
    .replace(/\s+#+$/, '');

function piecesOf({ from, to, heading }: Section, lines: readonly string[]): readonly Passage[] {
  const pieces: Passage[] = [];
  for (let start = from; start < to; start += MOST_LINES - OVERLAP) {
    const end = Math.min(to, start + MOST_LINES);
    const text = lines.slice(start, end).join('\n');
    if (text.trim() !== '') pieces.push({ from: start + 1, to: end, heading, text });
    if (end === to) break;
  }
  return pieces;
}
