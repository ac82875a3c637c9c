import type { LoadoutError, Position } from '@loadout/core';
import { errors } from '../errors.js';
import { hideKeys } from '../text/literal-key.js';
import { frame } from './frame.js';
import { dotted, isFileless, type Path, type Place, positionIn } from './node.js';

/** One problem of a configuration, ready to be shown. */
export interface Diagnostic {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The path of the value, such as `agents.reviewer.tols`; empty for the file as a whole. */
  readonly path: string;
  /** The position of the value. Absent for a value outside of any file, such as a flag. */
  readonly position?: Position;
  /** Three lines of the file with a caret line under the word. */
  readonly frame?: string;
  readonly fix?: string;
  /** Parts of the message, for programs. */
  readonly values?: ErrorValues;
}

type ErrorValues = NonNullable<LoadoutError['values']>;

interface Where {
  readonly path: Path;
  readonly place?: Place | undefined;
}

/** The shortest text that is hidden. Shorter values occur in ordinary words. */
const MIN_HIDDEN = 4;

/** The number of lines in which to search for a word, inside a text of several lines. */
const MAX_LINES = 200;

/** Collects all problems of all files, with the texts from which their frames are cut. */
export class Report {
  private readonly texts = new Map<string, readonly string[]>();
  private readonly hidden = new Set<string>();
  private readonly concealed = new Set<string>();
  private readonly found = new Map<string, Diagnostic>();
  private readonly named = new Set<string>();
  private readonly seen = new Map<string, string>();
  private more = false;

  addText(file: string, text: string): void {
    const lines = text.split(/\r\n|\n|\r/);
    // The end of the last line begins no line of its own.
    if (lines.length > 1 && lines[lines.length - 1] === '') lines.pop();
    this.texts.set(file, lines);
  }

  /** The place of `text`, behind `before` where that occurs too, within a value, if it occurs literally on its first lines; else the place of the value. */
  within(place: Place, text: string, before = ''): Place {
    const lines = this.texts.get(place.file) ?? [];
    for (let line = place.line; line <= Math.min(lines.length, place.line + MAX_LINES); line++) {
      const index = lines[line - 1]?.indexOf(before + text, line === place.line ? place.column - 1 : 0) ?? -1;
      if (index !== -1) return { ...place, line, column: index + before.length + 1, length: text.length };
    }
    return before === '' ? place : this.within(place, text);
  }

  error(problem: LoadoutError, where: Where): void {
    this.add(problem, where, 'error');
  }

  warn(problem: LoadoutError, where: Where): void {
    this.add(problem, where, 'warning');
  }

  /** Replaces these values in every later message, and in the frames of all problems. */
  hide(values: Iterable<string>): void {
    for (const value of values) if (value.length >= MIN_HIDDEN) this.hidden.add(value);
  }

  /** Marks a file outside of the project, of which a problem names the position and nothing else: a clone may link to any file. */
  conceal(file: string): void {
    this.concealed.add(file);
  }

  /** Adds the texts of another report, but not its problems. */
  addTexts(other: Report): void {
    for (const [file, lines] of other.texts) this.texts.set(file, lines);
  }

  /** Notes a variable whose value, or absence, the plan depends on. */
  addVariable(name: string): void {
    this.named.add(name);
  }

  /** Notes that the plan depends on files or commands that `files` does not list. */
  addMore(): void {
    this.more = true;
  }

  /** Notes the state of a path at the time when the plan took it in. A later state of the path belongs to another plan. */
  addState(path: string, state: string): void {
    this.seen.set(path, state);
  }

  /** Adds what another report says that the plan depends on. */
  adoptSources(other: Report): void {
    for (const name of other.named) this.addVariable(name);
    for (const [path, state] of other.seen) this.addState(path, state);
    this.more ||= other.more;
  }

  /** Adds everything that another report contains. */
  adopt(other: Report): void {
    this.addTexts(other);
    this.adoptSources(other);
    for (const [key, problem] of other.found) if (!this.found.has(key)) this.found.set(key, problem);
    this.hide(other.hidden);
    for (const file of other.concealed) this.conceal(file);
  }

  /** The files in the order in which they were read. */
  get files(): readonly string[] {
    return [...this.texts.keys()];
  }

  get variables(): readonly string[] {
    return [...this.named];
  }

  get states(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.seen);
  }

  get dependsOnMore(): boolean {
    return this.more;
  }

  get hiddenValues(): readonly string[] {
    return [...this.hidden];
  }

  get failed(): boolean {
    return this.errors.length > 0;
  }

  get errors(): readonly Diagnostic[] {
    return this.sorted('error');
  }

  get warnings(): readonly Diagnostic[] {
    return this.sorted('warning');
  }

  private add(given: LoadoutError, where: Where, severity: Diagnostic['severity']): void {
    const { place } = where;
    const real = place !== undefined && !isFileless(place) ? place : undefined;
    const position = positionIn(place);
    const isConcealed = real !== undefined && this.concealed.has(real.file);
    const problem = isConcealed ? errors.CONFIG_OUTSIDE(given) : given;
    const path = isConcealed ? '' : dotted(where.path);
    // A file can be read as a layer and again as part of the whole. Each problem is reported once.
    const key = [problem.code, real?.file, real?.line, real?.column, real === undefined ? path : '', problem.message].join('\0');
    if (this.found.has(key)) return;
    const lines = real === undefined || isConcealed ? undefined : this.texts.get(real.file);
    this.found.set(key, {
      code: problem.code,
      severity,
      message: this.safe(problem.message),
      path,
      ...(position === undefined ? {} : { position }),
      ...(real === undefined || lines === undefined ? {} : { frame: frame(lines, real) }),
      ...(problem.fix === undefined ? {} : { fix: this.safe(problem.fix) }),
      ...(problem.values === undefined ? {} : { values: this.safeValues(problem.values) }),
    });
  }

  private safe(text: string): string {
    return [...this.hidden].reduce((shown, value) => shown.replaceAll(value, '***'), hideKeys(text));
  }

  private safeValues(values: ErrorValues): ErrorValues {
    const safe = (value: ErrorValues[string]) => (typeof value === 'string' ? this.safe(value) : value);
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, safe(value)]));
  }

  /** Stars as long as the value keep the carets under their word. */
  private framed(one: Diagnostic): Diagnostic {
    if (one.frame === undefined || this.hidden.size === 0) return one;
    return {
      ...one,
      frame: [...this.hidden].reduce((shown, value) => shown.replaceAll(value, '*'.repeat(value.length)), one.frame),
    };
  }

  private sorted(severity: Diagnostic['severity']): readonly Diagnostic[] {
    const order = (one: Diagnostic) => one.position ?? { file: '', line: 0, column: 0 };
    return [...this.found.values()]
      .filter((one) => one.severity === severity)
      .map((one) => this.framed(one))
      .sort((a, b) => {
        const [first, second] = [order(a), order(b)];
        if (first.file !== second.file) return first.file < second.file ? -1 : 1;
        return first.line - second.line || first.column - second.column;
      });
  }
}
