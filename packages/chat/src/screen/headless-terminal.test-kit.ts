import xterm from '@xterm/headless';
import type { Clock } from './pace.js';
import type { Terminal } from './terminal.js';

/** A terminal of xterm.js without a window, which holds what a person would see. */
export class HeadlessTerminal implements Terminal {
  readonly env: Record<string, string | undefined>;
  /** All writes, each as one text. */
  readonly written: string[] = [];
  isRaw = false;
  /** Whether the terminal says that it is behind. */
  isSlow = false;
  readonly #xterm: InstanceType<typeof xterm.Terminal>;
  #resized: (() => void) | undefined;
  #drained: (() => void) | undefined;
  #exits: (() => void) | undefined;
  #input: ((piece: Buffer) => void) | undefined;
  #end: (() => void) | undefined;

  constructor({ columns = 80, rows = 24, env = {} }: { columns?: number; rows?: number; env?: Record<string, string> } = {}) {
    this.env = env;
    this.#xterm = new xterm.Terminal({ cols: columns, rows, scrollback: 100_000, allowProposedApi: true });
  }

  get size() {
    return { columns: this.#xterm.cols, rows: this.#xterm.rows };
  }

  write(text: string): boolean {
    this.written.push(text);
    this.#xterm.write(text);
    return !this.isSlow;
  }

  writeSync(text: string): void {
    this.write(text);
  }

  setRawMode(on: boolean): void {
    this.isRaw = on;
  }

  onInput(listener: ((piece: Buffer) => void) | undefined): void {
    this.#input = listener;
  }

  onResize(listener: (() => void) | undefined): void {
    this.#resized = listener;
  }

  onDrain(listener: (() => void) | undefined): void {
    this.#drained = listener;
  }

  onEnd(listener: (() => void) | undefined): void {
    this.#end = listener;
  }

  onExit(listener: (() => void) | undefined): void {
    this.#exits = listener;
  }

  /** Writes as another program. */
  async print(text: string): Promise<void> {
    this.#xterm.write(text.replaceAll('\n', '\r\n'));
    await this.settled();
  }

  type(text: string): void {
    this.#input?.(Buffer.from(text));
  }

  async resize(columns: number, rows: number): Promise<void> {
    await this.settled();
    this.#xterm.resize(columns, rows);
    this.#resized?.();
  }

  drain(): void {
    this.isSlow = false;
    this.#drained?.();
  }

  endInput(): void {
    this.#end?.();
  }

  exit(): void {
    this.#exits?.();
  }

  /** Waits until all that was written is on the screen. */
  settled(): Promise<void> {
    return new Promise((resolve) => this.#xterm.write('', resolve));
  }

  /** The whole text of the terminal, scrollback included, without the empty rows at its end. A row that the terminal wrapped is one line. */
  async text(): Promise<readonly string[]> {
    await this.settled();
    const { buffer } = this.#xterm;
    const lines: string[] = [];
    for (let at = 0; at < buffer.active.length; at++) {
      const row = buffer.active.getLine(at);
      if (row?.isWrapped === true) lines[lines.length - 1] += row.translateToString(true).trimEnd();
      else lines.push(row?.translateToString(true).trimEnd() ?? '');
    }
    while (lines.at(-1) === '') lines.pop();
    return lines;
  }

  /** The row and column of the cursor, counted from the first row of the scrollback. */
  async cursor(): Promise<{ readonly row: number; readonly column: number }> {
    await this.settled();
    const { active } = this.#xterm.buffer;
    return { row: active.baseY + active.cursorY, column: active.cursorX };
  }
}

/** A clock that goes on when it is told to. */
export class ManualClock implements Clock {
  #now = 0;
  #calls: { readonly at: number; readonly run: () => void }[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const call = { at: this.#now + ms, run };
    this.#calls.push(call);
    return () => {
      this.#calls = this.#calls.filter((one) => one !== call);
    };
  }

  /** Lets so many milliseconds go by, with what was to happen in them. */
  async pass(ms: number): Promise<void> {
    await Promise.resolve();
    const end = this.#now + ms;
    for (;;) {
      const due = this.#calls.filter(({ at }) => at <= end).sort((one, other) => one.at - other.at)[0];
      if (due === undefined) break;
      this.#now = due.at;
      this.#calls = this.#calls.filter((one) => one !== due);
      due.run();
      await Promise.resolve();
    }
    this.#now = end;
  }
}
