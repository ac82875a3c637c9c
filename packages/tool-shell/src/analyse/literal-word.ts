import type { Word, WordPart } from 'unbash';

/** What a word stands for, when bash makes exactly one argument of it that its text already tells. */
export type Reading = { readonly value: string } | { readonly dynamic: string };

const DYNAMIC: Readonly<Record<string, string>> = {
  Glob: 'a file name pattern',
  ExtendedGlob: 'a file name pattern',
  BraceExpansion: 'a brace expansion',
  SimpleExpansion: 'a variable',
  ParameterExpansion: 'a variable',
  CommandExpansion: 'a command substitution',
  ArithmeticExpansion: 'an arithmetic expansion',
  ProcessSubstitution: 'a process substitution',
  AnsiCQuoted: "a $'…' string",
  LocaleString: 'a $"…" string',
};

/**
 * Reads a word on its own terms and compares with what the parser says: where the two differ nothing is known. A character
 * that is not on the list of plain ones makes a word dynamic, whatever the parser thinks of it.
 */
export function readWord(word: Word): Reading {
  if (word.text === '[') return { value: '[' };
  // bash expands it behind `=` and `:` too where a word looks like an assignment.
  if (/(?:^|[=:])~/.test(word.text.replaceAll('\\\n', ''))) return { dynamic: 'a home folder (~)' };
  const parts = word.parts ?? [{ type: 'Literal' as const, text: word.text, value: word.value, pos: word.pos, end: word.end }];
  let value = '';
  for (const part of parts) {
    const read = readPart(part);
    if ('dynamic' in read) return read;
    value += read.value;
  }
  return value === word.value ? { value } : { dynamic: 'a word that can be read in two ways' };
}

function readPart(part: WordPart): Reading {
  if (part.type === 'Literal') return readPlain(part.text);
  if (part.type === 'SingleQuoted') return { value: part.text.slice(1, -1) };
  if (part.type !== 'DoubleQuoted') return { dynamic: DYNAMIC[part.type] ?? `a part of the kind ${part.type}` };
  const other = part.parts.find((child) => child.type !== 'Literal');
  return other === undefined ? readDoubleQuoted(part.text) : { dynamic: DYNAMIC[other.type] ?? 'an expansion' };
}

function readPlain(text: string): Reading {
  const escapes = /\\[\x20-\x7e\n]/g;
  if (!/^[\p{L}\p{N}_@%+=:,./^\-\]!#~]*$/u.test(text.replace(escapes, '')))
    return { dynamic: 'a character with a meaning to bash' };
  return { value: text.replace(escapes, (pair) => (pair === '\\\n' ? '' : pair.slice(1))) };
}

function readDoubleQuoted(text: string): Reading {
  const inner = text.slice(1, -1);
  const escapes = /\\[$`"\\\n]/g;
  if (/[$`"]/.test(inner.replace(escapes, ''))) return { dynamic: 'a character with a meaning to bash' };
  return { value: inner.replace(escapes, (pair) => (pair === '\\\n' ? '' : pair.slice(1))) };
}
