import { PatternError } from '../../glob/ignore/pattern-error.js';
import { classAt } from './char-class.js';
import type { ClassWords } from './class-words.js';
import { escapeAt, literal, type Piece } from './escape.js';
import { type Flags, groupAt } from './group.js';
import { repetitionAt } from './repetition.js';

export interface PatternOptions {
  readonly ignoreCase: boolean;
  /** Matches may go over line ends, and a dot matches one. */
  readonly multiline: boolean;
  readonly text: TextKind;
}

/**
 * The kind of a text. Plain ASCII is searched faster with the same matches. Text decoded from broken UTF-8 has U+FFFD in place of
 * wrong bytes, which no class may match.
 */
export type TextKind = 'ascii' | 'utf8' | 'broken';

export interface TranslatedPattern {
  readonly regex: RegExp;
  /** A line end can be part of a match. */
  readonly spansLines: boolean;
  /** A text that every match contains; empty if none is known. */
  readonly needle: string;
}

const UNICODE: ClassWords = {
  word: '\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}',
  digit: '\\p{Nd}',
  space: '\\p{White_Space}',
};
const ASCII: ClassWords = { word: '\\w', digit: '\\d', space: '\\t-\\r ' };

/**
 * Translates a pattern from Rust's syntax to JavaScript. Throws `PatternError` for patterns that Rust refuses, and for the few
 * without an equivalent.
 */
export function translatePattern(pattern: string, options: PatternOptions): TranslatedPattern {
  const translation = new Translation(pattern, options);
  const source = translation.run();
  const flags = `gv${translation.ignoresCase ? 'i' : ''}`;
  return {
    regex: new RegExp(source, flags),
    spansLines: translation.spansLines,
    needle: translation.ignoresCase ? '' : translation.needle(),
  };
}

/** One group that is open. `atom` is where its last part begins, which a repetition takes. */
interface Level {
  readonly out: string[];
  readonly flags: Flags;
  atom: number;
}

class Translation {
  at = 0;
  spansLines = false;
  readonly ignoresCase: boolean;
  readonly chars: readonly string[];
  readonly words: ClassWords;
  private flags: Flags;
  private readonly levels: Level[] = [];
  private level: Level;
  private readonly runs: string[] = [''];
  private hasChoice = false;

  constructor(
    pattern: string,
    private readonly options: PatternOptions,
  ) {
    this.chars = [...pattern];
    this.words = options.text === 'ascii' ? ASCII : UNICODE;
    this.flags = { ignoreCase: options.ignoreCase, dotAll: options.multiline, lines: true, lazy: false, blanks: false };
    const leading = /^\(\?([a-zA-Z]*)\)/.exec(pattern)?.[1] ?? '';
    this.ignoresCase = options.ignoreCase || leading.includes('i');
    this.level = { out: [], flags: this.flags, atom: -1 };
  }

  run(): string {
    while (this.at < this.chars.length) this.step();
    if (this.levels.length > 0) throw new PatternError('regex parse error: unclosed group');
    return this.level.out.join('');
  }

  needle(): string {
    return this.hasChoice ? '' : this.runs.reduce((longest, run) => (run.length > longest.length ? run : longest), '');
  }

  private step(): void {
    const char = this.chars[this.at] ?? '';
    if (this.flags.blanks && this.skipBlank(char)) return;
    const repetition = repetitionAt(this, this.flags);
    if (char === '(') this.open();
    else if (char === ')') this.close();
    else if (char === '|') this.choose();
    else if (repetition !== undefined) this.repeat(repetition);
    else this.add(this.pieceAt(char));
  }

  private pieceAt(char: string): Piece {
    if (char === '[') return { source: classAt(this.classReading()) };
    if (char === '\\') {
      const { piece, next } = escapeAt({ ...this.classReading(), lines: !this.options.multiline }, { inClass: false });
      this.at = next;
      return piece;
    }
    this.at += 1;
    if (char === '.') return { source: this.flags.dotAll ? '[\\s\\S]' : '[^\\n]' };
    if (char === '^') return this.edge('^', '(?<=\\n)');
    if (char === '$') return this.edge('$', '(?=\\n)');
    return literal(char.codePointAt(0) ?? 0);
  }

  /** The edge of a line, or of the whole text. */
  private edge(ofText: string, ofLine: string): Piece {
    if (!this.flags.lines && this.options.multiline) return { source: ofText, isAssertion: true };
    this.spansLines = true;
    return { source: `(?:${ofText}|${ofLine})`, isAssertion: true };
  }

  private classReading() {
    const outer = this;
    return {
      chars: this.chars,
      words: this.words,
      ignoreBlanks: this.flags.blanks,
      get at() {
        return outer.at;
      },
      set at(value: number) {
        outer.at = value;
      },
    };
  }

  private add(piece: Piece): void {
    if (piece.codePoint === 10 && !this.options.multiline)
      throw new PatternError('the literal "\\n" is not allowed in a regex; set multiline to match over line ends');
    const isClass = piece.codePoint === undefined && piece.isAssertion !== true;
    const takesLineEnd = isClass && new RegExp(piece.source, 'v').test('\n');
    this.spansLines ||= takesLineEnd || piece.codePoint === 10;
    this.level.atom = this.level.out.length;
    const source = isClass && this.options.text === 'broken' ? `[${piece.source}--\\u{fffd}]` : piece.source;
    this.level.out.push(this.options.multiline ? source : withinLine({ ...piece, source }, takesLineEnd));
    if (this.levels.length === 0) this.note(piece);
  }

  private note({ codePoint, isAssertion }: Piece): void {
    if (codePoint !== undefined) this.runs.push((this.runs.pop() ?? '') + String.fromCodePoint(codePoint));
    else if (isAssertion !== true) this.runs.push('');
  }

  private repeat({ source, next }: { readonly source: string; readonly next: number }): void {
    const { level } = this;
    if (level.atom === -1) throw new PatternError('regex parse error: repetition operator missing expression');
    const atom = level.out.splice(level.atom).join('');
    level.out.push(`(?:${atom}${source})`);
    if (this.levels.length === 0) {
      const run = [...(this.runs.pop() ?? '')].slice(0, -1).join('');
      this.runs.push(run, '');
    }
    this.at = next;
  }

  private open(): void {
    const { next, flags, isSetting } = groupAt(this, this.flags);
    if (flags.ignoreCase !== this.flags.ignoreCase && !(isSetting && this.at === 0))
      throw new PatternError('the JavaScript engine can switch the case flag only at the start of a pattern: (?i)');
    this.at = next;
    if (!isSetting) {
      this.levels.push(this.level);
      this.level = { out: [], flags: this.flags, atom: -1 };
    }
    if (isSetting) this.level.atom = -1;
    this.flags = flags;
  }

  private close(): void {
    const outer = this.levels.pop();
    if (outer === undefined) throw new PatternError('regex parse error: unopened group');
    const inside = this.level.out.join('');
    this.flags = this.level.flags;
    this.level = outer;
    outer.atom = outer.out.length;
    outer.out.push(`(?:${inside})`);
    if (this.levels.length === 0) this.runs.push('');
    this.at += 1;
  }

  private choose(): void {
    if (this.levels.length === 0) this.hasChoice = true;
    this.level.out.push('|');
    this.level.atom = -1;
    this.at += 1;
  }

  /** With the flag `x`, blanks and comments say nothing. */
  private skipBlank(char: string): boolean {
    if (char === '#') {
      const end = this.chars.indexOf('\n', this.at);
      this.at = end === -1 ? this.chars.length : end + 1;
      return true;
    }
    if (!/\s/.test(char)) return false;
    this.at += 1;
    return true;
  }
}

/** Line by line no class takes a line end. */
function withinLine({ source }: Piece, takesLineEnd: boolean): string {
  return takesLineEnd ? `[${source}--\\n]` : source;
}
