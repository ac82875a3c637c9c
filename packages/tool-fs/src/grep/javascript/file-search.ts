import { isAscii, isUtf8 } from 'node:buffer';
import type { Entry } from '../entry.js';
import { cutLine } from './cut-line.js';
import { afterChar, countLineEnds, endOfLine, startOfLine } from './lines.js';
import type { Matcher } from './matcher.js';
import { nextMatch, type Span } from './next-match.js';

export interface FileWant {
  readonly path: string;
  readonly mode: 'content' | 'files_with_matches' | 'count';
  readonly matcher: Matcher;
  readonly multiline: boolean;
  readonly onlyMatching: boolean;
  readonly before: number;
  readonly after: number;
  /** Takes one line that is shown. `false`: no more of them are wanted. */
  readonly onLine: (entry: Entry) => boolean;
}

/** The search of one file. It comes in runs of whole lines; for matches over line ends, in one run. */
export class FileSearch {
  matches = 0;
  /** True once the rest of the file is not needed. */
  isDone = false;
  private text = '';
  /** Where the lines begin that were neither shown nor passed over. */
  private cursor = 0;
  private line = 1;
  private lastShown = 0;
  private afterLeft = 0;
  private tail: string[] = [];

  constructor(private readonly want: FileWant) {}

  push(bytes: Buffer): void {
    const { matcher, before } = this.want;
    const cannotMatch = matcher.needle !== undefined && !bytes.includes(matcher.needle.bytes);
    if (cannotMatch && (this.want.mode !== 'content' || (before === 0 && this.afterLeft === 0))) {
      if (this.want.mode === 'content') this.line += countNewLines(bytes);
      return;
    }
    const kind = isAscii(bytes) ? 'ascii' : isUtf8(bytes) ? 'utf8' : 'broken';
    const text = bytes.toString(kind === 'ascii' ? 'latin1' : 'utf8');
    this.text = text;
    this.cursor = 0;
    const regex = matcher.regexFor(kind);
    regex.lastIndex = 0;
    if (this.want.multiline) this.findBlocks(regex);
    else this.findLines(regex);
    if (this.isDone || this.want.mode !== 'content') return;
    this.passTo(text.length);
    this.keepTail();
  }

  private findLines(regex: RegExp): void {
    for (let found = this.next(regex); found !== undefined; found = this.next(regex)) {
      const start = startOfLine(this.text, found.from);
      const end = endOfLine(this.text, found.from);
      this.matches += 1;
      this.take(start, end, regex);
      if (this.isDone) return;
      regex.lastIndex = end + 1;
    }
  }

  private findBlocks(regex: RegExp): void {
    let shownTo = 0;
    let lastEnd = -1;
    for (let found = this.next(regex); found !== undefined; found = this.next(regex)) {
      const { from, to } = found;
      regex.lastIndex = to > from ? to : afterChar(this.text, to);
      // Right after a match an empty one does not count.
      if (from === to && from === lastEnd) continue;
      lastEnd = to;
      const endsLine = to > from && this.text[to - 1] === '\n';
      const end = endOfLine(this.text, endsLine ? to - 1 : to);
      const start = startOfLine(this.text, from);
      if (this.want.matcher.spansLines || end >= shownTo) this.matches += 1;
      if (this.want.onlyMatching && this.want.mode === 'content') this.takeParts(from, to);
      else if (end >= shownTo) this.take(Math.max(start, shownTo), end, regex);
      shownTo = Math.max(shownTo, end + 1);
      if (this.isDone) return;
    }
  }

  private next(regex: RegExp): Span | undefined {
    const { multiline, matcher } = this.want;
    return nextMatch(this.text, { regex, needle: multiline ? undefined : matcher.needle?.text });
  }

  /** Adds the matching lines from `start` to `end`, and the lines around them. */
  private take(start: number, end: number, regex: RegExp): void {
    const { mode, onlyMatching } = this.want;
    if (mode !== 'content') {
      this.isDone = mode === 'files_with_matches';
      return;
    }
    this.passTo(start);
    this.showBefore(start);
    while (this.cursor <= end && this.cursor <= this.text.length && !this.isDone) {
      const from = this.cursor;
      const to = endOfLine(this.text, from);
      if (onlyMatching) this.showMatches(from, to, regex);
      else this.show(this.text.slice(from, to), ':');
      this.step(to);
      if (to === this.text.length) break;
    }
    this.afterLeft = this.want.after;
  }

  private showMatches(from: number, to: number, regex: RegExp): void {
    regex.lastIndex = from;
    while (!this.isDone) {
      const found = this.next(regex);
      if (found === undefined || found.from > to) return;
      if (found.to > found.from) this.show(this.text.slice(found.from, found.to), ':');
      else regex.lastIndex = afterChar(this.text, found.to);
    }
  }

  /** A match over several lines is shown in parts, one for each line. */
  private takeParts(from: number, to: number): void {
    const start = startOfLine(this.text, from);
    this.passTo(start);
    this.showBefore(start);
    for (let at = from; at < to && !this.isDone; ) {
      const end = Math.min(endOfLine(this.text, at), to);
      if (end > at) this.show(this.text.slice(at, end), ':');
      if (end < to) this.step(end);
      at = end + 1;
    }
    this.afterLeft = this.want.after;
  }

  /** The lines up to `to` do not match: some of them are shown because they follow one that does. */
  private passTo(to: number): void {
    while (this.afterLeft > 0 && this.cursor < to && !this.isDone) {
      const end = endOfLine(this.text, this.cursor);
      if (this.lastShown !== this.line) {
        this.show(this.text.slice(this.cursor, end), '-');
        this.afterLeft -= 1;
      }
      this.step(end);
    }
  }

  /** Shows the lines before `start`, which may be in the previous piece. */
  private showBefore(start: number): void {
    const lines: string[] = [];
    let at = start;
    while (lines.length < this.want.before && at > this.cursor) {
      const from = at < 2 ? 0 : this.text.lastIndexOf('\n', at - 2) + 1;
      lines.unshift(this.text.slice(from, at - 1));
      at = from;
    }
    const isWholePiece = at === 0 && this.cursor === 0;
    const missing = isWholePiece ? this.want.before - lines.length : 0;
    if (missing > 0) lines.unshift(...this.tail.slice(-missing));
    this.line += countLineEnds(this.text, { from: this.cursor, to: start });
    this.cursor = start;
    const matching = this.line;
    for (const [index, text] of lines.entries()) {
      this.line = matching - lines.length + index;
      if (this.line > this.lastShown && !this.isDone) this.show(text, '-');
    }
    this.line = matching;
  }

  private keepTail(): void {
    const { before } = this.want;
    const isWholePiece = this.cursor === 0;
    const lines: string[] = [];
    let at = this.text.length;
    while (lines.length < before && at > this.cursor) {
      const from = at < 2 ? 0 : this.text.lastIndexOf('\n', at - 2) + 1;
      lines.unshift(this.text.slice(from, this.text[at - 1] === '\n' ? at - 1 : at));
      at = from;
    }
    this.line += countLineEnds(this.text, { from: this.cursor, to: this.text.length });
    this.tail = isWholePiece && before > 0 ? [...this.tail, ...lines].slice(-before) : lines;
  }

  private show(text: string, mark: ':' | '-'): void {
    const isPart = mark === ':' && this.want.onlyMatching;
    const cut = cutLine(text, { endBytes: isPart ? 0 : 1 });
    const shown = cut.endsWith('\r') ? cut.slice(0, -1) : cut;
    if (isPart && shown === '') return;
    const afterGap = this.lastShown > 0 && this.line > this.lastShown + 1;
    this.lastShown = this.line;
    const entry = {
      path: this.want.path,
      text: shown,
      line: String(this.line),
      mark,
      afterGap,
    };
    this.isDone = !this.want.onLine(entry);
  }

  private step(endOfLine: number): void {
    this.line += 1;
    this.cursor = Math.min(endOfLine + 1, this.text.length);
  }
}

function countNewLines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}
