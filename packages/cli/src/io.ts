import { type Paint, painted, plain } from './render/paint.js';

export interface Sink {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface IoParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer | string> & {
    readonly isTTY?: boolean | undefined;
    /** Of a terminal: keys come as they are pressed, and none of them is a signal. */
    setRawMode?(on: boolean): unknown;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/** Where a command reads and writes. All that it prints passes here, and leaves without the declared secrets. */
export class Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Both ends are a terminal: progress may be drawn, and colours used. */
  readonly isTerminal: boolean;
  readonly #parts: IoParts;
  #redact: ((text: string) => string) | undefined;
  #paint: Paint;
  #isClosed = false;
  #lost: Error | undefined;
  #whenClosed = () => {};

  constructor(parts: IoParts) {
    this.cwd = parts.cwd;
    this.env = parts.env;
    this.#parts = parts;
    this.isTerminal = parts.stdout.isTTY === true && parts.stderr.isTTY === true && parts.env.TERM !== 'dumb';
    this.#paint = this.isTerminal && !parts.env.NO_COLOR ? painted : plain;
  }

  get columns(): number {
    return this.#parts.stderr.columns || 80;
  }

  /** Not opened before it is asked for. */
  get stdin(): IoParts['stdin'] {
    return this.#parts.stdin;
  }

  get paint(): Paint {
    return this.#paint;
  }

  withoutColour(): void {
    this.#paint = plain;
  }

  /** Of the secrets that are declared; `undefined` while there are none. */
  get redact(): ((text: string) => string) | undefined {
    return this.#redact;
  }

  /** From now on. */
  hide(redact: ((text: string) => string) | undefined): void {
    this.#redact = redact;
  }

  /** Hides these texts too, from now on. */
  hideToo(redact: ((text: string) => string) | undefined): void {
    const before = this.#redact;
    if (redact !== undefined) this.#redact = before === undefined ? redact : (text) => redact(before(text));
  }

  /** Standard output: the answer, the document that was asked for. */
  out(text: string): void {
    if (!this.#isClosed) this.#parts.stdout.write(this.#redact?.(text) ?? text);
  }

  /** Standard error: everything that is told on the way. */
  tell(text: string): void {
    this.#parts.stderr.write(this.#redact?.(text) ?? text);
  }

  /** The output did not arrive, for example because the disk is full. Nothing more is printed. */
  fail(error: Error): void {
    this.#lost ??= error;
    this.close();
  }

  /** Why standard output did not take what was printed. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  /** Nobody reads standard output any more, as behind `| head`. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#whenClosed();
  }

  whenClosed(action: () => void): void {
    this.#whenClosed = action;
    if (this.#isClosed) action();
  }
}
