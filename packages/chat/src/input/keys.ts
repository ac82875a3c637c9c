import { StringDecoder } from 'node:string_decoder';
import type { Key } from './key.js';
import { controlKey, typed } from './key-codes.js';
import { type Reply, readBegun, readSequence } from './key-sequence.js';

export interface KeysOptions {
  /** How long a lone Escape waits for the rest of a sequence. Default: 30 ms. */
  readonly escapeMs?: number | undefined;
  /** Called with what the terminal says about itself. */
  readonly onReply?: ((reply: Reply) => void) | undefined;
}

const PASTE_END = '\x1b[201~';
/** A run of at least so many characters at once is handed over as one text: nobody types that fast. */
const RUN = 64;
/** The longest answer of a terminal that is waited for. */
const MOST_BEGUN = 65_536;
const TEXT = /[^\x00-\x1f\x7f-\x9f]+/y;

/** Turns what a terminal sends into keys. Pieces may be cut anywhere, also inside a character. */
export class Keys {
  /** True while the terminal sends Escape as a sequence of its own, so that a lone one is always the beginning of something. */
  escapeIsCoded = false;
  readonly #onKey: (key: Key) => void;
  readonly #onReply: (reply: Reply) => void;
  readonly #escapeMs: number;
  readonly #decoder = new StringDecoder('utf8');
  /** A sequence that has begun. */
  #begun = '';
  /** The pieces of a paste that is not complete. */
  #pasted: string[] | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(onKey: (key: Key) => void, { escapeMs = 30, onReply = () => {} }: KeysOptions = {}) {
    this.#onKey = onKey;
    this.#onReply = onReply;
    this.#escapeMs = escapeMs;
  }

  push(piece: Buffer): void {
    clearTimeout(this.#timer);
    this.#read(this.#decoder.write(piece));
    if (this.#begun !== '' && !this.escapeIsCoded) this.#timer = setTimeout(() => this.#giveUp(), this.#escapeMs);
  }

  /** The input has ended: an Escape that waits is a key, and a paste without an end is handed over. */
  end(): void {
    clearTimeout(this.#timer);
    this.#giveUp();
    const pasted = this.#pasted;
    this.#pasted = undefined;
    if (pasted !== undefined) this.#paste(pasted);
  }

  #read(text: string): void {
    let rest = text;
    while (rest !== '') rest = this.#pasted === undefined ? this.#readKeys(rest) : this.#readPaste(rest, this.#pasted);
  }

  /** Returns the rest behind the begin of a paste. */
  #readKeys(piece: string): string {
    const text = this.#begun + piece;
    this.#begun = '';
    for (let at = 0; at < text.length; ) {
      if (text[at] !== '\x1b') {
        at += this.#readText(text, at);
        continue;
      }
      const { length, key, reply, opensPaste } = readSequence(text, at);
      if (length === 0) {
        if (text.length - at < MOST_BEGUN) this.#begun = text.slice(at);
        return '';
      }
      at += length;
      if (key !== undefined) this.#onKey(key);
      if (reply !== undefined) this.#onReply(reply);
      if (opensPaste === true) {
        this.#pasted = [];
        return text.slice(at);
      }
    }
    return '';
  }

  /** Reads a run of text, or one control character, and returns its length. */
  #readText(text: string, at: number): number {
    TEXT.lastIndex = at;
    const run = TEXT.exec(text)?.[0];
    if (run === undefined) {
      const character = text[at] ?? '';
      // The controls above 0x7f are keys of no keyboard.
      if (character < '\x80') this.#onKey(controlKey(character));
      return 1;
    }
    if (run.length >= RUN) this.#onKey({ kind: 'paste', text: run });
    else for (const character of run) this.#onKey(typed(character));
    return run.length;
  }

  /** Returns the rest behind the end of the paste. Only the seam of two pieces is looked at twice. */
  #readPaste(piece: string, pasted: string[]): string {
    // Ctrl+C alone ends a paste whose end the terminal does not mark.
    if (piece === '\x03') {
      this.#pasted = undefined;
      return piece;
    }
    const text = this.#begun + piece;
    this.#begun = '';
    const end = text.indexOf(PASTE_END);
    if (end !== -1) {
      this.#pasted = undefined;
      this.#paste([...pasted, text.slice(0, end)]);
      return text.slice(end + PASTE_END.length);
    }
    const begun = endBegunIn(text);
    this.#begun = text.slice(text.length - begun);
    pasted.push(text.slice(0, text.length - begun));
    return '';
  }

  /** Control characters in a paste are no keys, and not for a prompt either. */
  #paste(pieces: readonly string[]): void {
    const text = pieces
      .join('')
      .replace(/\r\n?/g, '\n')
      .replace(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/g, '');
    this.#onKey({ kind: 'paste', text });
  }

  /** Reads a sequence that was not completed in time as keys. */
  #giveUp(): void {
    if (this.#pasted !== undefined) return;
    for (;;) {
      const { length, key } = readBegun(this.#begun);
      if (length === 0) return;
      this.#begun = this.#begun.slice(length);
      if (key !== undefined) this.#onKey(key);
    }
  }
}

/** How many characters at the end of a text may be the begin of the mark behind a paste. */
function endBegunIn(text: string): number {
  for (let length = Math.min(PASTE_END.length - 1, text.length); length > 0; length--)
    if (PASTE_END.startsWith(text.slice(text.length - length))) return length;
  return 0;
}
