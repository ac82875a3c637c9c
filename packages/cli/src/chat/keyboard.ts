import { createInterface, type Interface } from 'node:readline';
import { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Io } from '../io.js';
import { PASTE_OFF, PASTE_ON, Paste } from './paste.js';

/** The result of asking for a line. `withdrawn`: the caller no longer waits. */
export type Typed =
  | { readonly kind: 'line'; readonly text: string }
  | { readonly kind: 'interrupt'; readonly wasEmpty: boolean }
  | { readonly kind: 'end' | 'withdrawn' };

export interface LineWish {
  readonly prompt: string;
  readonly signal: AbortSignal;
  /**
   * A prompt takes text that was typed ahead, and goes into the history. A question takes only an answer that is typed after it.
   */
  readonly isPrompt: boolean;
}

interface Active {
  readonly line: Interface;
  readonly input: Readable;
  readonly settle: (typed: Typed) => void;
}

/**
 * The keyboard for as long as a conversation lasts. Keys are read one by one, so that Ctrl+C reaches only this process. Lines are
 * typed with readline's editing and history.
 */
export class Keyboard {
  /** Called for Ctrl+C while no prompt is open. */
  onInterrupt: () => void = () => {};
  readonly #io: Io;
  readonly #complete: (line: string) => readonly string[];
  readonly #paste = new Paste();
  #history: string[] = [];
  /** Text that was typed before a line was requested. */
  #ahead = '';
  #active: Active | undefined;
  #ended = false;

  constructor(io: Io, { complete }: { readonly complete: (line: string) => readonly string[] }) {
    this.#io = io;
    this.#complete = complete;
  }

  /** Starts reading keys. */
  start(): void {
    this.#take();
    void this.#read();
  }

  #take(): void {
    this.#io.stdin.setRawMode?.(true);
    this.#code(PASTE_ON);
  }

  stop(): void {
    this.#code(PASTE_OFF);
    this.#io.stdin.setRawMode?.(false);
  }

  /** A terminal that cannot draw shows a code as text. */
  #code(text: string): void {
    if (this.#io.draws) this.#io.screen.tell(text);
  }

  /** Leaves the keys to another process of this terminal. */
  handOver(): void {
    this.onInterrupt = () => {};
    this.#io.stdin.destroy?.();
  }

  /** Whether the line that is being typed contains text. */
  get isTyping(): boolean {
    return this.#active !== undefined && this.#active.line.line !== '';
  }

  /** Whether text was typed that no line has taken yet. */
  get hasTypedAhead(): boolean {
    return this.#ahead !== '';
  }

  line({ prompt, signal, isPrompt }: LineWish): Promise<Typed> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve({ kind: 'withdrawn' });
      const input = new Readable({ read() {} });
      const line = this.#open(prompt, { input, isPrompt });
      const withdraw = () => settle({ kind: 'withdrawn' });
      const settle = (typed: Typed) => {
        this.#active = undefined;
        signal.removeEventListener('abort', withdraw);
        line.removeAllListeners();
        line.close();
        if (typed.kind !== 'line') this.#io.tell('\n');
        resolve(typed);
      };
      signal.addEventListener('abort', withdraw, { once: true });
      this.#active = { line, input, settle };
      line.on('line', (text) => settle({ kind: 'line', text: this.#paste.whole(text) }));
      line.on('SIGINT', () => settle({ kind: 'interrupt', wasEmpty: line.line === '' }));
      line.on('close', () => settle({ kind: 'end' }));
      line.on('SIGTSTP', () => this.#suspend());
      line.prompt();
      const ahead = isPrompt ? this.#ahead : '';
      if (isPrompt) this.#ahead = '';
      this.#type(ahead);
      if (this.#ended && this.#active !== undefined) settle({ kind: 'end' });
    });
  }

  /** Prints above the line that is being typed. */
  aside(print: () => void): void {
    if (this.#active !== undefined) this.#code('\r\x1b[J');
    print();
    this.#active?.line.prompt(true);
  }

  #open(prompt: string, { input, isPrompt }: { readonly input: Readable; readonly isPrompt: boolean }): Interface {
    const line = createInterface({
      input,
      output: terminalOutput(this.#io),
      terminal: true,
      prompt,
      history: isPrompt ? [...this.#history] : [],
      historySize: isPrompt ? 500 : 0,
      removeHistoryDuplicates: true,
      completer: (text: string) => [isPrompt ? [...this.#complete(text)] : [], text],
    });
    line.on('history', (history) => {
      this.#history = [...history];
    });
    return line;
  }

  /** Handles Ctrl+Z: gives the terminal to the shell until this process is in the foreground again. */
  #suspend(): void {
    this.stop();
    process.once('SIGCONT', () => {
      this.#take();
      this.#active?.line.prompt(true);
    });
    process.kill(process.pid, 'SIGTSTP');
  }

  async #read(): Promise<void> {
    const decoder = new StringDecoder('utf8');
    try {
      for await (const chunk of this.#io.stdin)
        this.#type(this.#paste.push(typeof chunk === 'string' ? chunk : decoder.write(chunk)));
    } catch {
      // A closed terminal cannot be read. The input ends here.
    }
    this.#ended = true;
    this.#active?.settle({ kind: 'end' });
    this.onInterrupt();
  }

  /** A line ends with its key. Text behind the key belongs to the next line. */
  #type(text: string): void {
    let rest = text;
    while (rest !== '' && this.#active !== undefined) {
      const end = rest.search(/[\r\n\x03\x04]/);
      const length = end === -1 ? rest.length : end + 1 + (rest.startsWith('\r\n', end) ? 1 : 0);
      this.#active.input.emit('data', Buffer.from(rest.slice(0, end === -1 ? length : end + 1)));
      rest = rest.slice(length);
    }
    const interrupt = rest.lastIndexOf('\x03');
    this.#ahead = interrupt === -1 ? this.#ahead + rest : rest.slice(interrupt + 1);
    if (interrupt !== -1) this.onInterrupt();
  }
}

/** The output on which readline draws one line. */
function terminalOutput(io: Io): Writable {
  const output = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      io.screen.tell(String(text));
      done();
    },
  });
  return Object.defineProperties(output, { isTTY: { value: true }, columns: { get: () => io.columns } });
}
