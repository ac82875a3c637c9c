import { hanging, type Paint, painted, plain, printable, printableJson } from '@loadout/command';
import type { CommandHost } from '@loadout/core/commands';

export interface Sink {
  write(text: string, done?: (error?: Error | null) => void): unknown;
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
}

export interface IoParts {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Buffer | string> & {
    readonly isTTY?: boolean | undefined;
    /** For a terminal: keys arrive when they are pressed, and no key is a signal. */
    setRawMode?(on: boolean): unknown;
    destroy?(): unknown;
  };
  readonly stdout: Sink;
  readonly stderr: Sink;
}

/**
 * The input and output of a command. All output passes through here and leaves without the declared secrets, and without what would steer a
 * terminal. Only `screen` and `frame` write a text as it is.
 */
export class Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether both ends are a terminal, so that a person can be asked. */
  readonly isTerminal: boolean;
  /** Whether that terminal can draw, so that progress and colours may be shown. */
  readonly draws: boolean;
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
    this.isTerminal = parts.stdout.isTTY === true && parts.stderr.isTTY === true;
    this.draws = this.isTerminal && parts.env.TERM !== 'dumb';
    this.#paint = this.draws && !parts.env.NO_COLOR ? painted : plain;
  }

  get columns(): number {
    return this.#parts.stderr.columns || 80;
  }

  /** The input, which is opened at its first use. */
  get stdin(): IoParts['stdin'] {
    return this.#parts.stdin;
  }

  /** Whether there is a person to ask. */
  get canAsk(): boolean {
    return this.isTerminal && this.#parts.stdin.isTTY === true;
  }

  get paint(): Paint {
    return this.#paint;
  }

  withoutColour(): void {
    this.#paint = plain;
  }

  /** Removes the declared secrets; `undefined` while there are none. */
  get redact(): ((text: string) => string) | undefined {
    return this.#redact;
  }

  /** Hides these texts too, from now on. What was hidden before stays hidden: a message can still hold a secret of the first load. */
  hide(redact: ((text: string) => string) | undefined): void {
    const before = this.#redact;
    if (redact !== undefined) this.#redact = before === undefined ? redact : (text) => redact(before(text));
  }

  /** Standard output: the answer, or the requested document. */
  out(text: string): void {
    this.screen.out(printable(text));
  }

  /** Standard output: a document for programs. */
  json(value: unknown): void {
    this.screen.out(`${printableJson(value, 2)}\n`);
  }

  /** Standard output of a protocol: one frame. `done` is called when it has been taken, or is lost. */
  frame(text: string, done: (error?: Error | null) => void): void {
    this.#parts.stdout.write(this.#redact?.(text) ?? text, done);
  }

  /** Standard error: every other message. */
  tell(text: string): void {
    this.screen.tell(printable(text));
  }

  /** Standard error: a remark, which may have words of others. */
  note(text: string): void {
    // Lines that hang no longer spell a secret of several lines.
    this.tell(`note: ${hanging(this.#redact?.(text) ?? text)}\n`);
  }

  /** Both streams for colours, and for lines that are drawn anew: what others wrote is made safe before. */
  readonly screen: CommandHost['screen'] = {
    out: (text) => {
      if (!this.#isClosed) this.#parts.stdout.write(this.#redact?.(text) ?? text);
    },
    tell: (text) => {
      this.#parts.stderr.write(this.#redact?.(text) ?? text);
    },
  };

  /** Records that output was lost, for example because the disk is full. Nothing more is printed. */
  fail(error: Error): void {
    this.#lost ??= error;
    this.close();
  }

  /** The reason why standard output lost text. */
  get lost(): Error | undefined {
    return this.#lost;
  }

  /** Stops printing, because nobody reads standard output any more, as behind `| head`. */
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
