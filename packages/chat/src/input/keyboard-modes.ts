import type { Reply } from './key-sequence.js';
import type { Keys } from './keys.js';

interface Mode {
  readonly on: string;
  readonly off: string;
}

/** Keys that look alike are told apart (1), also by the key of a Latin keyboard at the same place (4), so that Ctrl+C is one key. */
const KITTY: Mode = { on: '\x1b[>5u', off: '\x1b[<u' };
/** The older way of xterm and tmux: Enter with Shift is a key of its own. Other terminals could take it for a colour. */
const OTHER_KEYS: Mode = { on: '\x1b[>4;1m', off: '\x1b[>4;0m' };
/** Asks which keys of kitty are on, then what the terminal is. Every terminal answers the second. */
export const ASK_FOR_KEYS = '\x1b[?u\x1b[c';

export interface KeyboardOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Sets a mode of the terminal for as long as the program is on the screen. */
  readonly keep: (mode: Mode) => void;
  readonly keys: Keys;
}

/** Has the terminal tell keys apart, once it has said that it can. Only the first answer counts. */
export function keyboardModes({ env, keep, keys }: KeyboardOptions): (reply: Reply) => void {
  let isAnswered = false;
  return ({ kind }) => {
    if (isAnswered) return;
    isAnswered = true;
    if (kind === 'kitty') {
      keys.escapeIsCoded = true;
      keep(KITTY);
    } else if (env.TMUX !== undefined || env.XTERM_VERSION !== undefined) keep(OTHER_KEYS);
  };
}
