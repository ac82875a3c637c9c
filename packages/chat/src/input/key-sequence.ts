import type { Key } from './key.js';
import { codedKey, controlKey, isOfDesktop, keyPress, LETTER_NAMES, modifiersOf, TILDE_NAMES, typed } from './key-codes.js';

/** Something that the terminal itself said: which keys it can tell apart, or what it is. */
export type Reply = { readonly kind: 'kitty'; readonly flags: number } | { readonly kind: 'device' };

/** The first part of the input. `length` 0: more must come. */
export interface Sequence {
  readonly length: number;
  readonly key?: Key | undefined;
  readonly reply?: Reply | undefined;
  /** A paste begins behind the sequence. */
  readonly opensPaste?: boolean;
}

const MORE: Sequence = { length: 0 };

/** A second Escape before a sequence is Alt in some terminals. `[` inside is the form of the Linux console. */
const CSI = /\x1b{1,2}\[(\[[A-E]|[0-?]*[ -/]*[@-Z\\-~])/y;
const SS3 = /\x1b{1,2}O[\d;]*([A-DFHMPQRSXj-y])/y;
/** A text that the terminal answers with. No control character is in it, so that a key always ends one that is not closed. */
const ANSWER = /\x1b[\]PX^_][^\x00-\x1f]*(?:\x07|\x1b\\)/y;
const BEGUN = /\x1b{1,2}(?:\[\[?[0-?]*[ -/]*|O[\d;]*)?$|\x1b[\]PX^_][^\x00-\x1f]*\x1b?$/y;
/** A sequence that was broken off by something else. */
const BROKEN = /\x1b{1,2}\[[0-?]*[ -/]*|\x1b[\]PX^_][^\x00-\x1f]+/y;

/** Reads the sequence at this place, where an Escape stands. */
export function readSequence(text: string, at: number): Sequence {
  const csi = matchAt(CSI, text, at);
  if (csi !== undefined) return { length: csi[0].length, ...ofCsi(csi[1] ?? '', { alt: csi[0].startsWith('\x1b\x1b') }) };
  const ss3 = matchAt(SS3, text, at);
  if (ss3 !== undefined) return { length: ss3[0].length, key: ofKeypad(ss3[1] ?? '', { alt: ss3[0].startsWith('\x1b\x1b') }) };
  const answer = matchAt(ANSWER, text, at);
  if (answer !== undefined) return { length: answer[0].length };
  if (matchAt(BEGUN, text, at) !== undefined) return MORE;
  const broken = matchAt(BROKEN, text, at);
  if (broken !== undefined) return { length: broken[0].length };
  return withAlt(text, at);
}

/** Reads what waits for its rest for too long as keys: Escape, or Alt with a character. `length` 0: it is no key in any case. */
export function readBegun(text: string): Sequence {
  if (/^\x1b{1,2}$/.test(text)) return { length: 1, key: controlKey('\x1b') };
  if (text.startsWith('\x1b\x1b') && text.length === 3) return { length: 1, key: controlKey('\x1b') };
  return text.length === 2 ? withAlt(text, 0) : MORE;
}

function withAlt(text: string, at: number): Sequence {
  const character = String.fromCodePoint(text.codePointAt(at + 1) ?? 0);
  if (character === '\x1b') return { length: 1, key: controlKey('\x1b') };
  const isControl = character < ' ' || character === '\x7f';
  return { length: 1 + character.length, key: (isControl ? controlKey : typed)(character, { alt: true }) };
}

function ofCsi(body: string, { alt }: { readonly alt: boolean }): Omit<Sequence, 'length'> {
  const final = body.slice(-1);
  const parameters = body.slice(0, -1);
  if (parameters === '[') return { key: keyPress(`f${'ABCDE'.indexOf(final) + 1}`, { alt }) };
  if (parameters.startsWith('?')) return { reply: ofReply(parameters.slice(1), final) };
  if (parameters === '' && (final === 'I' || final === 'O')) return { key: { kind: 'focus', has: final === 'I' } };
  if (body === '200~') return { opensPaste: true };
  return { key: ofKey(parameters.split(';'), { final, alt }) };
}

function ofReply(parameters: string, final: string): Reply | undefined {
  if (final === 'u') return { kind: 'kitty', flags: Number(parameters) };
  return final === 'c' ? { kind: 'device' } : undefined;
}

/** Reads `CSI key ; modifiers : event ; …`. */
function ofKey(
  [first = '', second = '', third = '']: readonly string[],
  { final, alt }: { readonly final: string; readonly alt: boolean },
): Key | undefined {
  const [modifiers, event] = second.split(':');
  const bits = Math.max(0, Number(modifiers || 1) - 1) | (alt ? 2 : 0);
  // 3: the key was let go.
  if (event === '3' || isOfDesktop(bits)) return undefined;
  if (final === 'u') {
    const [code, shifted, base] = first.split(':').map((one) => (one === '' ? undefined : Number(one)));
    return codedKey({ code: code ?? 0, shifted, base, bits });
  }
  if (final === '~' && first === '27') return codedKey({ code: Number(third), bits });
  if (final === 'Z') return keyPress('tab', { ...modifiersOf(bits), shift: true });
  const name = final === '~' ? TILDE_NAMES[first] : LETTER_NAMES[final];
  return name === undefined ? undefined : keyPress(name, modifiersOf(bits));
}

/** A keypad sends its characters as letters while it is in application mode. */
function ofKeypad(letter: string, { alt }: { readonly alt: boolean }): Key | undefined {
  const name = letter === 'M' ? 'enter' : LETTER_NAMES[letter];
  if (name !== undefined) return keyPress(name, { alt });
  const character = letter === 'X' ? '=' : '*+,-./0123456789'[letter.charCodeAt(0) - 'j'.charCodeAt(0)];
  return character === undefined ? undefined : typed(character, { alt });
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
