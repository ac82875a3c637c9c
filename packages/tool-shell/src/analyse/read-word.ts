import type { DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from 'unbash';
import { ansiText, areBracesPlain } from './quoted-text.js';

/** A word whose text tells exactly one argument. */
export type KnownWord = string;

/** A word of which only a part is known before the command runs. */
export interface OpenWord {
  /** What stands in the way, for people. */
  readonly why: string;
  /** It is exactly one argument, or, where `glob` is given, each of its arguments fits that pattern. */
  readonly single: boolean;
  /** What every argument that it becomes begins with. */
  readonly lead: string;
  /** A file name pattern in which `\` stands before what means itself. */
  readonly glob?: string | undefined;
  /** Begins with the user's home folder; this follows it. */
  readonly home?: string | undefined;
  /** There may be more than one of it. */
  readonly many?: boolean | undefined;
  /** It is a number whatever it turns out to be, such as `$?`. */
  readonly isNumber?: boolean | undefined;
  /** It is a file below one of these folders. */
  readonly under?: readonly string[] | undefined;
}

export type Argument = KnownWord | OpenWord;

export interface WordReading {
  readonly argument: Argument;
  /** What nobody may let pass unseen, such as `${!x}`. */
  readonly blame?: string | undefined;
}

export const isKnown = (argument: Argument | undefined): argument is KnownWord => typeof argument === 'string';

/** Exactly one argument, whatever it turns out to be. */
export const isOne = (argument: Argument | undefined): boolean =>
  isKnown(argument) || (argument?.single === true && argument.glob === undefined && argument.many !== true);

interface State {
  value: string;
  glob: string;
  /** The known beginning; it ends at the first part that is not known. */
  lead: string | undefined;
  why: string | undefined;
  isGlob: boolean;
  splits: boolean;
  home: boolean;
  blame: string | undefined;
  /** `{` and `}` mean themselves. */
  readonly areBracesPlain: boolean;
}

/**
 * Reads a word on its own terms and compares with what the parser says: where the two differ nothing is known. A character
 * that is not on the list of plain ones makes a word unknown, whatever the parser thinks of it.
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
    home: false,
    blame: undefined,
    areBracesPlain: areBracesPlain(
      parts.map(({ type, text }) => (type === 'Literal' ? text.replace(/\\[\s\S]/g, '_') : '_')).join(''),
    ),
  };
  for (const [index, part] of parts.entries()) readPart(part, { state, isFirst: index === 0 });
  // bash expands `~` behind `=` and `:` too where a word looks like an assignment.
  const tilde = word.text.replaceAll('\\\n', '').replace(/^~(?=\/|$)/, '');
  if (/(?:^|[=:])~/.test(tilde)) open(state, { why: 'a home folder (~)', splits: false });
  if (state.why === undefined && state.value !== word.value)
    open(state, { why: 'a word that can be read in two ways', splits: true });
  if (state.why === undefined) return { argument: state.value, blame: state.blame };
  const { why, splits, lead = '' } = state;
  const glob = state.isGlob && !splits ? state.glob : undefined;
  const home = state.home && !splits ? state.value : undefined;
  const isNumber = /^(?:\$[?#$!]|"\$[?#$!]")$/.test(word.text);
  return { argument: { why, single: !splits, lead, glob, home, ...(isNumber ? { isNumber } : {}) }, blame: state.blame };
}

function open(state: State, { why, splits }: { why: string; splits: boolean }): undefined {
  state.lead ??= state.value;
  state.why ??= why;
  state.splits ||= splits;
}

function add(state: State, text: string): undefined {
  state.value += text;
  state.glob += text.replace(/[\\*?[\]{}()!@+]/g, '\\$&');
}

function readPart(part: WordPart, { state, isFirst }: { state: State; isFirst: boolean }): undefined {
  switch (part.type) {
    case 'Literal':
      return readPlain(part.text, { state, isFirst });
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

function readPlain(text: string, { state, isFirst }: { state: State; isFirst: boolean }): undefined {
  let plain = text;
  if (isFirst && /^~(?:\/|$)/.test(text)) {
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

/** Text to the parser that bash may take for the beginning of a command or an expansion. */
function meant(text: string, state: State): undefined {
  const why = 'a character with a meaning to bash';
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
  // "$@" is as many words as there are.
  open(state, { why: 'a variable', splits: !isQuoted || /[@*]/.test(name) });
  if (!isFirst || !isQuoted || name !== 'HOME') return;
  state.home = true;
  state.lead = '/';
}

/** Expansions that name a variable by a variable, set one, or evaluate text. */
function parameterProblem(part: ParameterExpansionPart): string | undefined {
  const { operation, prefix, index } = part;
  const what = `the expansion ${part.text.slice(0, 40)}`;
  if (prefix === '!' || part.text.includes('\\\n')) return what;
  if (!/^(?:[A-Za-z_]\w*|[\d@*#?$!-])$/.test(part.parameter)) return what;
  if (index !== undefined && !/^(?:\d+|@|\*)$/.test(index.text)) return what;
  if (operation === undefined) return undefined;
  if (operation.type === 'Default') return operation.operator.endsWith('=') ? what : undefined;
  if (operation.type === 'Slice')
    return [operation.offset, operation.length].every((one) => one === undefined || /^ ?-?\d+$/.test(one.text))
      ? undefined
      : what;
  return operation.type === 'Remove' || operation.type === 'Replace' || operation.type === 'CaseModification' ? undefined : what;
}

/** A name in arithmetic is evaluated again, and `a[$(command)]` in it runs the command. */
function readArithmetic(text: string, state: State): undefined {
  if (!/^\$\(\([\d\s+\-*/%()<>=!&|^~?:]*\)\)$/.test(text)) state.blame ??= 'an arithmetic expansion with a name';
  return open(state, { why: 'an arithmetic expansion', splits: false });
}
