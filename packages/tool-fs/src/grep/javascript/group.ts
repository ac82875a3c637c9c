import { PatternError } from '../../glob/ignore/pattern-error.js';

export interface Flags {
  readonly ignoreCase: boolean;
  readonly dotAll: boolean;
  readonly lines: boolean;
  readonly lazy: boolean;
  readonly blanks: boolean;
}

const NAMES: Readonly<Record<string, keyof Flags | 'none'>> = {
  i: 'ignoreCase',
  s: 'dotAll',
  m: 'lines',
  U: 'lazy',
  x: 'blanks',
  u: 'none',
  R: 'none',
};

const fail = (problem: string) => new PatternError(`regex parse error: ${problem}`);

/** Parses the start of a parenthesis: a group or, as in `(?i)`, a change of flags for the rest of the surrounding group. */
export function groupAt(
  { chars, at }: { readonly chars: readonly string[]; readonly at: number },
  flags: Flags,
): { readonly next: number; readonly flags: Flags; readonly isSetting: boolean } {
  if (chars[at + 1] !== '?') return { next: at + 1, flags, isSetting: false };
  const rest = chars.slice(at + 2, at + 200).join('');
  if (/^(=|!|<=|<!)/.test(rest)) throw fail('look-around, including look-ahead and look-behind, is not supported');
  const name = /^P?<([\p{Alphabetic}_][\p{Alphabetic}\p{Nd}_.[\]]*)>/u.exec(rest);
  if (name !== null) return { next: at + 2 + [...name[0]].length, flags, isSetting: false };
  if (/^P?</.test(rest)) throw fail('invalid capture group character');
  const setting = /^([a-zA-Z]*)(-[a-zA-Z]*)?([:)])/.exec(rest);
  if (setting === null) throw fail(rest === '' ? 'unclosed group' : 'unrecognized flag');
  const [whole, on = '', off = '', end] = setting;
  if (end === ')' && on + off === '') throw fail('repetition operator missing expression');
  if (off === '-') throw fail('dangling flag negation operator');
  const changed = { ...change(on, true), ...change(off.slice(1), false) };
  return { next: at + 2 + whole.length, flags: { ...flags, ...changed }, isSetting: end === ')' };
}

function change(letters: string, value: boolean): Partial<Flags> {
  const result: Partial<Record<keyof Flags, boolean>> = {};
  for (const letter of letters) {
    const name = NAMES[letter];
    if (name === undefined) throw fail('unrecognized flag');
    if (letter === 'u' && !value) throw fail('the JavaScript engine has no (?-u)');
    if (name !== 'none') result[name] = value;
  }
  return result;
}
