import type { DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from 'unbash';
import { parameterProblem } from './parameter-problem.js';
import { ansiText, areBracesPlain } from './quoted-text.js';

/** A word whose text is exactly one known argument. */
export type KnownWord = string;

/** A word that is only partly known before the command runs. */
export interface OpenWord {
  /** The reason why the word is not known, for people. */
  readonly why: string;
  /** Whether the word is exactly one argument or, with `glob`, whether each of its arguments matches that pattern. */
  readonly single: boolean;
  /** Whether the shell splits the word at blanks that are not known, so that its second argument may begin with anything. */
  readonly cut?: boolean | undefined;
  /** The known beginning of every argument that the word becomes. */
  readonly lead: string;
  /** A file name pattern in which `\` marks the characters that stand for themselves. */
  readonly glob?: string | undefined;
  /** Set for a word that begins with the user's home folder: the text behind the folder. */
  readonly home?: string | undefined;
  /** The text of a word with `=~` or `:~`, which bash or the program may expand. */
  readonly tilde?: string | undefined;
  /** Whether the word may become more than one argument. */
  readonly many?: boolean | undefined;
  /** Whether the word is always a number, such as `$?`. */
  readonly isNumber?: boolean | undefined;
  /** The folders of which one contains the file. */
  readonly under?: readonly string[] | undefined;
}

export type Argument = KnownWord | OpenWord;

export interface WordReading {
  readonly argument: Argument;
  /** The problem of a word that must never pass unseen, such as `${!x}`. */
  readonly blame?: string | undefined;
}

/** The reason of a word that the parser and this module read differently. */
export const READ_TWICE = 'a word that can be read in two ways';

export const isKnown = (argument: Argument | undefined): argument is KnownWord => typeof argument === 'string';

/** Whether a word is exactly one argument, whatever its value. */
export const isOne = (argument: Argument | undefined): boolean =>
  isKnown(argument) || (argument?.single === true && argument.glob === undefined && argument.many !== true);

type PartPlace = { readonly state: State; readonly isFirst: boolean; readonly isOnly: boolean };

interface State {
  value: string;
  glob: string;
  /** The known beginning, which ends at the first unknown part. */
  lead: string | undefined;
  why: string | undefined;
  isGlob: boolean;
  splits: boolean;
  cut: boolean;
  home: boolean;
  blame: string | undefined;
  /** Whether `{` and `}` stand for themselves. */
  readonly areBracesPlain: boolean;
}

/**
 * Reads a word independently of the parser and compares the two readings. If they differ, the word is unknown. A character that
 * is not on the list of plain ones makes a word unknown, whatever the parser reads.
 */
export function readWord(word: Word): WordReading {
  if (word.text === '[' || word.text === '{}') return { argument: word.text };
  const parts = word.parts ?? [{ type: 'Literal' as const, text: word.text, value: word.value, pos: word.pos, end: word.end }];
  const state: State = {
    value: '',
    glob: '',
    lead: undefined,
    why: undefined,
    isGlob: false,
    splits: false,
    cut: false,
    home: false,
    blame: undefined,
    areBracesPlain: areBracesPlain(
      parts.map(({ type, text }) => (type === 'Literal' ? text.replace(/\\[\s\S]/g, '_') : '_')).join(''),
    ),
  };
  for (const [index, part] of parts.entries()) readPart(part, { state, isFirst: index === 0, isOnly: parts.length === 1 });
  const { other, isTilde } = readTilde(word.text);
  if (other !== undefined) state.blame ??= `a home folder that only bash looks up (${other})`;
  if (isTilde) open(state, { why: 'a home folder (~)', splits: false });
  if (state.why === undefined && state.value !== word.value) open(state, { why: READ_TWICE, splits: true });
  if (state.why === undefined) return { argument: state.value, blame: state.blame };
  const { why, splits, lead = '' } = state;
  const glob = state.isGlob && !splits ? state.glob : undefined;
  const home = state.home && !splits ? state.value : undefined;
  const tilde = isTilde && why === 'a home folder (~)' && home === undefined && !splits ? state.value : undefined;
  const isNumber = /^(?:\$[?#$!]|"\$[?#$!]")$/.test(word.text);
  const marks = { ...(isNumber ? { isNumber } : {}), ...(state.cut ? { cut: true } : {}) };
  return { argument: { why, single: !splits, lead, glob, home, tilde, ...marks }, blame: state.blame };
}

function open(state: State, { why, splits }: { why: string; splits: boolean }): undefined {
  state.lead ??= state.value;
  state.why ??= why;
  state.splits ||= splits;
  state.cut ||= splits;
}

function add(state: State, text: string): undefined {
  state.value += text;
  state.glob += text.replace(/[\\*?[\]{}()!@+]/g, '\\$&');
}

function readPart(part: WordPart, { state, isFirst, isOnly }: PartPlace): undefined {
  switch (part.type) {
    case 'Literal':
      return readPlain(part.text, { state, isFirst, isOnly });
    case 'SingleQuoted':
      return add(state, part.text.slice(1, -1));
    case 'AnsiCQuoted':
      return readAnsi(part.text, state);
    case 'DoubleQuoted':
      return readDoubleQuoted(part, { state, isFirst });
    case 'Glob':
      open(state, { why: 'a file name pattern', splits: false });
      state.isGlob = true;
      state.glob += part.text;
      if (part.kind === 'bracket' && !/^\[[!^]?[A-Za-z0-9_.-]+\]$/.test(part.text)) state.splits = true;
      return;
    case 'BraceExpansion':
      return open(state, { why: 'a brace expansion', splits: true });
    case 'SimpleExpansion':
    case 'ParameterExpansion':
      return readVariable(part, { state, isFirst, isQuoted: false });
    case 'CommandExpansion':
      return open(state, { why: 'a command substitution', splits: true });
    case 'ProcessSubstitution':
      return open(state, { why: 'a process substitution', splits: false });
    case 'ArithmeticExpansion':
      return readArithmetic(part.text, state);
    default:
      state.blame ??= BLAMED[part.type] ?? `a part of the kind ${part.type}`;
      return open(state, { why: state.blame, splits: true });
  }
}

const BLAMED: Readonly<Record<string, string>> = {
  ExtendedGlob: 'an extended file name pattern',
  LocaleString: 'a $"…" string',
};

function readPlain(text: string, { state, isFirst, isOnly }: PartPlace): undefined {
  let plain = text;
  // A quote or an expansion before the first slash, as in `~"/x"`, makes `~` a name.
  if (isFirst && (text.startsWith('~/') || (isOnly && text === '~'))) {
    open(state, { why: 'a home folder (~)', splits: false });
    state.home = true;
    state.lead = '/';
    plain = text.slice(1);
  }
  const escapes = /\\[\x20-\x7e\n]/g;
  const bare = state.areBracesPlain ? plain.replace(escapes, '').replace(/[{}]/g, '') : plain.replace(escapes, '');
  if (!/^[\p{L}\p{N}_@%+=:,./^\-\]!#~]*$/u.test(bare)) return meant(bare, state);
  return add(
    state,
    plain.replace(escapes, (pair) => (pair === '\\\n' ? '' : pair.slice(1))),
  );
}

/** Blames text that bash may take for the beginning of a command or an expansion, while the parser takes it for text. */
function meant(text: string, state: State): undefined {
  const why = 'a character that is not plain text to bash';
  if (/[$`()<>;&|\\"'\s]/.test(text)) state.blame ??= why;
  return open(state, { why, splits: true });
}

function readAnsi(quoted: string, state: State): undefined {
  const text = ansiText(quoted);
  if (text !== undefined) return add(state, text);
  state.blame ??= "a $'…' string";
  return open(state, { why: state.blame, splits: true });
}

function readDoubleQuoted(
  part: { readonly text: string; readonly parts: readonly DoubleQuotedChild[] },
  { state, isFirst }: { state: State; isFirst: boolean },
): undefined {
  const quoted = part.parts.length === 0 ? part.text.slice(1, -1) : undefined;
  if (quoted !== undefined) return readQuoted(quoted, state);
  for (const [index, child] of part.parts.entries()) {
    if (child.type === 'Literal') readQuoted(child.text, state);
    else if (child.type === 'CommandExpansion') open(state, { why: 'a command substitution', splits: false });
    else if (child.type === 'ArithmeticExpansion') readArithmetic(child.text, state);
    else readVariable(child, { state, isFirst: isFirst && index === 0, isQuoted: true });
  }
}

function readQuoted(inner: string, state: State): undefined {
  const escapes = /\\[$`"\\\n]/g;
  if (/[$`"]/.test(inner.replace(escapes, '').replace(/\$(?=[ %.,;:/\])}|]|$)/g, ''))) return meant(inner, state);
  return add(
    state,
    inner.replace(escapes, (pair) => (pair === '\\\n' ? '' : pair.slice(1))),
  );
}

interface VariableContext {
  readonly state: State;
  readonly isFirst: boolean;
  readonly isQuoted: boolean;
}

function readVariable(
  part: ParameterExpansionPart | { readonly type: 'SimpleExpansion'; readonly text: string },
  { state, isFirst, isQuoted }: VariableContext,
): undefined {
  if (part.type === 'ParameterExpansion') state.blame ??= parameterProblem(part);
  const name = part.text.replace(/^\$\{?|\}$/g, '');
  // `"$@"` becomes any number of words.
  open(state, { why: 'a variable', splits: !isQuoted || /[@*]/.test(name) });
  if (!isFirst || !isQuoted || name !== 'HOME') return;
  state.home = true;
  state.lead = '/';
}

/** bash evaluates a name in arithmetic once more, and `a[$(command)]` in it runs the command. */
function readArithmetic(text: string, state: State): undefined {
  if (!/^\$\(\([\d\s+\-*/%()<>=!&|^~?:]*\)\)$/.test(text)) state.blame ??= 'an arithmetic expansion with a name';
  return open(state, { why: 'an arithmetic expansion', splits: false });
}

/**
 * Returns how `~` stands in a word: as the folder of another user or of the shell itself, which only bash can look up (`~root`, `~+`),
 * and as a home folder behind the beginning. bash also expands `~` behind `=` and `:` in a word that looks like an assignment.
 */
function readTilde(text: string): { readonly other: string | undefined; readonly isTilde: boolean } {
  const behind = text.replaceAll('\\\n', '').replace(/^~(?=\/|$)/, '');
  return { other: /^(?:[A-Za-z_]\w*=)?(~[\w+-][^/\s]*)/.exec(behind)?.[1], isTilde: /(?:^|[=:])~/.test(behind) };
}
