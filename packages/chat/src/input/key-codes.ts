import type { KeyPress } from './key.js';

interface Modifiers {
  readonly ctrl?: boolean;
  readonly alt?: boolean;
  readonly shift?: boolean;
}

export const keyPress = (name: string, { ctrl = false, alt = false, shift = false }: Modifiers = {}, text = ''): KeyPress => ({
  kind: 'key',
  name,
  text,
  ctrl,
  alt,
  shift,
});

/** The key of a character that was typed. */
export function typed(character: string, { alt = false } = {}): KeyPress {
  const small = character.toLowerCase();
  const shift = small !== character;
  if (character === ' ') return keyPress('space', { alt }, alt ? '' : ' ');
  return keyPress(small, { alt, shift }, alt ? '' : character);
}

/** The key of a control character: Ctrl with a letter, but for the keys that have a character of their own. */
export function controlKey(character: string, { alt = false } = {}): KeyPress {
  const own = CONTROL_NAMES[character];
  if (own !== undefined) return keyPress(own, { alt });
  const code = character.charCodeAt(0);
  if (code === 0) return keyPress('space', { ctrl: true, alt });
  return keyPress(String.fromCharCode(code + 64).toLowerCase(), { ctrl: true, alt });
}

const CONTROL_NAMES: Readonly<Record<string, string>> = {
  '\r': 'enter',
  '\t': 'tab',
  '\x1b': 'escape',
  '\x7f': 'backspace',
  '\x08': 'backspace',
};

/** The names by the last character of `CSI … X` and `SS3 X`. */
export const LETTER_NAMES: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  H: 'home',
  F: 'end',
  P: 'f1',
  Q: 'f2',
  R: 'f3',
  S: 'f4',
};

/** The names by the number in `CSI n ~`. */
export const TILDE_NAMES: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'page-up',
  6: 'page-down',
  7: 'home',
  8: 'end',
  ...Object.fromEntries([11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24].map((code, index) => [code, `f${index + 1}`])),
};

/** The keys without a character by their number in `CSI n u`: kitty gives those of the keypad numbers of private use. */
const CODE_NAMES: Readonly<Record<number, string>> = {
  8: 'backspace',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
  57417: 'left',
  57418: 'right',
  57419: 'up',
  57420: 'down',
  57421: 'page-up',
  57422: 'page-down',
  57423: 'home',
  57424: 'end',
  57425: 'insert',
  57426: 'delete',
};
/** The characters of the keypad, from 57399 on. */
const KEYPAD = '0123456789./*-+';

/** A key as `CSI code u` tells it. `base`: the character at this place of a Latin keyboard, so that Ctrl+C is Ctrl+C on each layout. */
export interface CodedKey {
  readonly code: number;
  readonly shifted?: number | undefined;
  readonly base?: number | undefined;
  readonly bits: number;
}

export function codedKey({ code, shifted, base, bits }: CodedKey): KeyPress | undefined {
  const modifiers = modifiersOf(bits);
  const { ctrl, alt, shift } = modifiers;
  const named = CODE_NAMES[code];
  if (named !== undefined) return keyPress(named, modifiers);
  const character = KEYPAD[code - 57399] ?? characterOf(code);
  if (character === undefined) return undefined;
  if (ctrl || alt) {
    const name = (character > '\x7f' ? (characterOf(base) ?? character) : character).toLowerCase();
    const twin = ctrl && !shift ? TWINS[name] : undefined;
    return twin === undefined ? keyPress(name === ' ' ? 'space' : name, modifiers) : keyPress(twin, { alt });
  }
  const text = shift ? (characterOf(shifted) ?? character.toUpperCase()) : character;
  return keyPress(character === ' ' ? 'space' : character.toLowerCase(), modifiers, text);
}

/** Keys that are one with Ctrl and a letter in other terminals, and are so here: fingers know Ctrl+[ as Escape. */
const TWINS: Readonly<Record<string, string>> = { '[': 'escape', h: 'backspace', i: 'tab', m: 'enter' };

/** Keys of private use, such as those of a volume knob, type nothing and have no name. */
function characterOf(code: number | undefined): string | undefined {
  if (code === undefined || code < 32 || code > 0x10ffff || (code > 0xd7ff && code < 0xf900)) return undefined;
  return String.fromCodePoint(code);
}

/** Shift, Alt, Ctrl, Super, Hyper, Meta, Caps Lock and Num Lock, in this order. */
export const modifiersOf = (bits: number) => ({
  shift: (bits & 1) !== 0,
  alt: (bits & (2 | 32)) !== 0,
  ctrl: (bits & 4) !== 0,
});

/** Whether a key is held with one that belongs to the desktop, so that it types nothing. */
export const isOfDesktop = (bits: number): boolean => (bits & (8 | 16)) !== 0;
