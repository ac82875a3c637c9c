/**
 * The parts of terminal output: text, a sequence CSI with its numbers and its letter, sequences with a text of their own (titles,
 * links), other sequences, single controls.
 */
const PARTS =
  /(?<text>[^\u0001-\u0008\n\u000b-\u001f\u007f-\u009f]+)|(?:\u001b\[|\u009b)(?<numbers>[0-9;:<=>?]{0,64})[ -/]{0,8}(?<letter>[@-~])|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u009c\n]{0,4096}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,8}(?<escape>[0-~])|(?<control>.)/gsu;
const CONTROL = /[\u0001-\u0008\u000b-\u001f\u007f-\u009f]/;
/** The rows that a cursor can go back to. A row that left the window is never changed. */
const WINDOW = 200;
const MOST_COLUMNS = 1000;

/**
 * Returns the output as a person sees it at the end in a terminal: a carriage return, a backspace or a cursor movement writes over
 * what stands there, and colours and titles are no text (GAP-B2). The width of the terminal is unknown, so lines are not wrapped,
 * and a cleared screen keeps what was on it, as the lines above.
 */
export function seenAtEnd(output: string): string {
  if (!CONTROL.test(output)) return output;
  const text = output.replaceAll('\r\n', '\n');
  if (!CONTROL.test(text)) return text;
  const screen = new Screen();
  for (const { groups = {} } of text.matchAll(PARTS)) {
    if (groups.text !== undefined) screen.write(groups.text);
    else if (groups.letter !== undefined) sequence(screen, groups.letter, (groups.numbers ?? '').split(';'));
    else if (groups.escape !== undefined) ESCAPES[groups.escape]?.(screen);
    else if (groups.control !== undefined) CONTROLS[groups.control]?.(screen);
  }
  return screen.text();
}

class Screen {
  /** Text that cannot change any more. */
  #above = '';
  #rows: string[][] = [[]];
  #top = 0;
  #saved = { row: 0, column: 0 };
  row = 0;
  column = 0;

  write(text: string): void {
    const cells = this.#cells();
    while (cells.length < this.column) cells.push(' ');
    for (const character of text) cells[this.column++] = character;
  }

  newLine(): void {
    this.column = 0;
    this.row += 1;
    if (this.row === this.#rows.length) this.#rows.push([]);
    if (this.#rows.length <= WINDOW) return;
    this.#above += `${(this.#rows.shift() ?? []).join('')}\n`;
    this.row -= 1;
    this.#top = Math.max(0, this.#top - 1);
    this.#saved.row = Math.max(0, this.#saved.row - 1);
  }

  to(row: number, column: number): void {
    this.row = Math.min(Math.max(row, 0), this.#rows.length - 1);
    this.column = Math.max(0, Math.min(column, Math.max(MOST_COLUMNS, this.#cells().length)));
  }

  /** To a place on the screen, whose first row is where it was cleared last. */
  toPlace(row: number, column: number): void {
    this.row = this.#rows.length - 1;
    for (let missing = Math.min(this.#top + row, WINDOW - 1) - this.row; missing > 0; missing--) this.newLine();
    this.to(this.#top + row, column);
  }

  eraseLine(part: number): void {
    const cells = this.#cells();
    if (part === 0) cells.length = Math.min(cells.length, this.column);
    else if (part === 1) cells.fill(' ', 0, this.column + 1);
    else cells.length = 0;
  }

  eraseScreen(part: number): void {
    if (part === 1) return;
    if (part === 0) {
      this.eraseLine(0);
      this.#rows.length = this.row + 1;
      return;
    }
    this.row = this.#rows.length - 1;
    if (this.#cells().length > 0) this.newLine();
    this.#top = this.row;
  }

  save(): void {
    this.#saved = { row: this.row, column: this.column };
  }

  restore(): void {
    this.to(this.#saved.row, this.#saved.column);
  }

  text(): string {
    return this.#above + this.#rows.map((cells) => cells.join('')).join('\n');
  }

  #cells(): string[] {
    return this.#rows[this.row] ?? [];
  }
}

const CONTROLS: Readonly<Record<string, (screen: Screen) => void>> = {
  '\n': (screen) => screen.newLine(),
  '\u000b': (screen) => screen.newLine(),
  '\u000c': (screen) => screen.newLine(),
  '\u0085': (screen) => screen.newLine(),
  '\r': (screen) => screen.to(screen.row, 0),
  '\b': (screen) => screen.to(screen.row, screen.column - 1),
};

const ESCAPES: Readonly<Record<string, (screen: Screen) => void>> = {
  '7': (screen) => screen.save(),
  '8': (screen) => screen.restore(),
  M: (screen) => screen.to(screen.row - 1, screen.column),
  E: (screen) => screen.newLine(),
  c: (screen) => screen.eraseScreen(2),
};

type Move = (screen: Screen, first: number, second: number) => void;

/** Movements by a count, where none and zero mean one. */
const MOVES: Readonly<Record<string, Move>> = {
  A: (screen, count) => screen.to(screen.row - count, screen.column),
  B: (screen, count) => screen.to(screen.row + count, screen.column),
  C: (screen, count) => screen.to(screen.row, screen.column + count),
  D: (screen, count) => screen.to(screen.row, screen.column - count),
  E: (screen, count) => screen.to(screen.row + count, 0),
  F: (screen, count) => screen.to(screen.row - count, 0),
  G: (screen, count) => screen.to(screen.row, count - 1),
  H: (screen, row, column) => screen.toPlace(row - 1, column - 1),
  f: (screen, row, column) => screen.toPlace(row - 1, column - 1),
};

const ERASERS: Readonly<Record<string, (screen: Screen, part: number) => void>> = {
  J: (screen, part) => screen.eraseScreen(part),
  K: (screen, part) => screen.eraseLine(part),
  s: (screen) => screen.save(),
  u: (screen) => screen.restore(),
};

function sequence(screen: Screen, letter: string, numbers: readonly string[]): void {
  const [first = 0, second = 0] = numbers.map((number) => (/^\d+$/.test(number) ? Number(number) : 0));
  MOVES[letter]?.(screen, Math.max(1, first), Math.max(1, second));
  if (/^\d*$/.test(numbers[0] ?? '')) ERASERS[letter]?.(screen, first);
}
