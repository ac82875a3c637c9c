import type { Line, Picture } from '../text/line.js';
import { lineWidth } from '../text/width.js';
import type { EditAction } from './actions.js';
import { Bindings } from './bindings.js';
import { CUTS, DELETIONS, MOVES } from './edit-steps.js';
import { Folds } from './folds.js';
import type { Key, KeyPress } from './key.js';
import { columnAt, placeAt, type Row, rowAt, rowsOf } from './layout.js';

export interface PictureOptions {
  /** Begins the first row; the others are indented by its width. */
  readonly prompt?: Line | undefined;
  /** Shown, dimmed, while there is no text. */
  readonly hint?: string | undefined;
  /** The most rows. Of a longer text, the rows around the cursor are shown. */
  readonly most?: number | undefined;
}

/** A text that is set, for example from the history, is shown as one word only when it is too long to be laid out for each frame. */
const MOST_SET = 4_000;
const MOST_UNDONE = 200;

/**
 * A text of several lines that a person edits. `press` returns whether the key was for the editor: Enter, Tab, and Up in the first
 * row, for example, are not.
 */
export class Editor {
  #bindings: Bindings;
  #folds = new Folds();
  /** The states before the last changes. */
  #undo: { readonly text: string; readonly at: number }[] = [];
  /** The text that was cut last. */
  #cutText = '';
  /** The text, in which a long paste is one character. */
  #text = '';
  #at = 0;
  /** The doing of the last key, if the next key of the same kind goes on with it. */
  #run: 'typing' | 'cutting' | undefined;
  /** The columns of the last picture, by which Up and Down move. */
  #columns = 80;
  /** The column that Up and Down keep to. */
  #goal: number | undefined;

  constructor(bindings: Bindings = new Bindings()) {
    this.#bindings = bindings;
  }

  /** Takes the keys that the person set, which are known only after the first frame. */
  bind(bindings: Bindings): void {
    this.#bindings = bindings;
  }

  /** The whole text, with pastes in full. */
  get text(): string {
    return this.#folds.unfold(this.#text);
  }

  /** The place of the cursor in the whole text. */
  get cursor(): number {
    return this.#folds.unfold(this.before).length;
  }

  get isEmpty(): boolean {
    return this.#text === '';
  }

  /** The text before the cursor, in which a long paste is one character, for completion. */
  get before(): string {
    return this.#text.slice(0, this.#at);
  }

  get after(): string {
    return this.#text.slice(this.#at);
  }

  /** Replaces the text, which can be undone, and puts the cursor at its end. */
  set(text: string): void {
    this.#run = undefined;
    this.#change('', this.#folds.fold(text, { most: MOST_SET, lines: Number.POSITIVE_INFINITY }), '');
  }

  /** Forgets the text and its undo steps, for example because it was sent. What was cut stays. */
  clear(): void {
    this.#text = '';
    this.#at = 0;
    this.#run = undefined;
    this.#undo = [];
    this.#folds = new Folds();
  }

  insert(text: string): void {
    this.complete(0, text);
  }

  /** Replaces this many characters before the cursor, such as the beginning of a name by the whole of it. */
  complete(length: number, text: string): void {
    this.#run = undefined;
    this.#change(this.#text.slice(0, Math.max(0, this.#at - length)), this.#folds.fold(text), this.after);
  }

  press(key: Key): boolean {
    if (key.kind === 'focus') return false;
    if (key.kind === 'paste') this.insert(key.text);
    else if (key.text !== '') this.#type(key.text);
    else return this.#pressed(key);
    return true;
  }

  picture(columns: number, { prompt = [], hint = '', most = Number.POSITIVE_INFINITY }: PictureOptions = {}): Picture {
    const indent = lineWidth(prompt);
    // The last column is for the cursor.
    this.#columns = Math.max(2, columns - indent - 1);
    const rows = this.#rows();
    const row = rowAt(rows, this.#at);
    const from = Math.max(0, Math.min(row - Math.floor(most / 2), rows.length - most));
    const lines = rows.slice(from, from + most).map((one, index): Line => {
      const begin = from + index === 0 ? prompt : [{ text: ' '.repeat(indent) }];
      return [...begin, { text: one.cells.map((cell) => cell.shown).join('') }];
    });
    if (this.isEmpty && hint !== '') lines[0] = [...prompt, { text: hint.slice(0, this.#columns), styles: ['dim'] }];
    const column = rows[row] === undefined ? 0 : Math.min(this.#columns, columnAt(rows[row], this.#at));
    return { lines, cursor: { row: row - from, column: indent + column } };
  }

  #pressed(key: KeyPress): boolean {
    if (isPlainEnter(key) && this.before.endsWith('\\')) {
      this.complete(1, '\n');
      return true;
    }
    const action = this.#bindings.edit(key);
    if (action === undefined) return false;
    if (action === 'up' || action === 'down') return this.#moveRow(action === 'up' ? -1 : 1);
    this.#goal = undefined;
    return this.#act(action);
  }

  #act(action: EditAction): boolean {
    const run = this.#run;
    this.#run = undefined;
    const move = MOVES[action];
    if (move !== undefined) this.#at = move(this.#text, this.#at);
    else if (CUTS[action] !== undefined) this.#cut(CUTS[action](this.#text, this.#at), { goesOn: run === 'cutting' });
    else if (DELETIONS[action] !== undefined) return !this.isEmpty && this.#delete(DELETIONS[action](this.#text, this.#at));
    else if (action === 'newline') this.#change(this.before, '\n', this.after);
    else if (action === 'undo') this.#goBack();
    else if (action === 'yank' && this.#cutText !== '') this.insert(this.#cutText);
    return true;
  }

  /** Undo takes back a word at a time: a blank begins the next step. */
  #type(text: string): void {
    if (this.#run === 'typing' && text !== ' ') this.#replace(this.before, this.#folds.fold(text), this.after);
    else this.#change(this.before, this.#folds.fold(text), this.after);
    this.#run = 'typing';
  }

  #cut([from, to]: readonly [number, number], { goesOn }: { readonly goesOn: boolean }): void {
    this.#run = 'cutting';
    if (from === to) return;
    const text = this.#folds.unfold(this.#text.slice(from, to));
    const before = goesOn ? this.#cutText : '';
    this.#cutText = from < this.#at ? text + before : before + text;
    this.#delete([from, to]);
  }

  #delete([from, to]: readonly [number, number]): true {
    if (from < to) this.#change(this.#text.slice(0, from), '', this.#text.slice(to));
    return true;
  }

  #goBack(): void {
    const state = this.#undo.pop();
    if (state === undefined) return;
    this.#text = state.text;
    this.#at = state.at;
  }

  /** Moves by a row of the screen. In the last row there is none to go to. */
  #moveRow(by: 1 | -1): boolean {
    const rows = this.#rows();
    const from = rowAt(rows, this.#at);
    const [row, target] = [rows[from], rows[from + by]];
    if (row === undefined || target === undefined) return false;
    this.#run = undefined;
    this.#goal ??= columnAt(row, this.#at);
    this.#at = placeAt(target, this.#goal, { goesOn: rows[from + by + 1]?.from === target.to });
    return true;
  }

  #rows(): readonly Row[] {
    return rowsOf(this.#text, { columns: this.#columns, nameOf: (character) => this.#folds.nameOf(character) });
  }

  #change(before: string, inserted: string, after: string): void {
    this.#undo = [...this.#undo.slice(1 - MOST_UNDONE), { text: this.#text, at: this.#at }];
    this.#replace(before, inserted, after);
  }

  #replace(before: string, inserted: string, after: string): void {
    this.#goal = undefined;
    this.#text = before + inserted + after;
    this.#at = before.length + inserted.length;
  }
}

const isPlainEnter = ({ name, ctrl, alt, shift }: KeyPress) => name === 'enter' && !ctrl && !alt && !shift;
