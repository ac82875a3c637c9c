import type { Reply } from './key-sequence.js';
import type { Keys } from './keys.js';

interface Mode {
  readonly on: string;
  readonly off: string;
}

const PASTE: Mode = { on: '\x1b[?2004h', off: '\x1b[?2004l' };
const FOCUS: Mode = { on: '\x1b[?1004h', off: '\x1b[?1004l' };
/** Keys that look alike are told apart (1), also by the key of a Latin keyboard at the same place (4), so that Ctrl+C is one key. */
const KITTY: Mode = { on: '\x1b[>5u', off: '\x1b[<u' };
/** The older way of xterm and tmux: Enter with Shift is a key of its own. Other terminals could take it for a colour. */
const OTHER_KEYS: Mode = { on: '\x1b[>4;1m', off: '\x1b[>4;0m' };
/** Asks which keys of kitty are on, then what the terminal is. Every terminal answers the second. */
const ASK = '\x1b[?u\x1b[c';

export interface KeyboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly write: (text: string) => void;
  readonly keys: Keys;
}

/** What the terminal is asked to send: marks around pastes, focus, and keys told apart where the terminal can. */
export class KeyboardModes {
  readonly #options: KeyboardOptions;
  readonly #modes: Mode[] = [PASTE, FOCUS];
  #isOpen = false;
  #isAnswered = false;

  constructor(options: KeyboardOptions) {
    this.#options = options;
  }

  /** What undoes all that is on, for every way out of the program. */
  get undo(): string {
    return this.#isOpen ? this.#modes.map(({ off }) => off).join('') : '';
  }

  open(): void {
    this.#isOpen = true;
    this.#options.write(this.#modes.map(({ on }) => on).join('') + (this.#isAnswered ? '' : ASK));
    this.#setEscape();
  }

  /** Takes what the terminal said. Only the first answer counts. */
  reply({ kind }: Reply): void {
    if (this.#isAnswered || !this.#isOpen) return;
    this.#isAnswered = true;
    const mode = kind === 'kitty' ? KITTY : hasOtherKeys(this.#options.env) ? OTHER_KEYS : undefined;
    if (mode === undefined) return;
    this.#modes.push(mode);
    this.#options.write(mode.on);
    this.#setEscape();
  }

  close(): void {
    this.#options.write(this.undo);
    this.#isOpen = false;
    this.#options.keys.escapeIsCoded = false;
  }

  #setEscape(): void {
    this.#options.keys.escapeIsCoded = this.#modes.includes(KITTY);
  }
}

const hasOtherKeys = ({ TMUX, XTERM_VERSION }: KeyboardOptions['env']): boolean =>
  TMUX !== undefined || XTERM_VERSION !== undefined;
