import type { Access, PermissionRule } from '../contract/permission.js';
import { remembering } from '../names/remembering.js';
import { matchesWildcard } from '../names/wildcard.js';

export type Run = Extract<Access, { kind: 'run' }>;
type CommandPattern = Pick<PermissionRule, 'behavior' | 'specifier'>;
type Words = readonly (string | null)[];

/** Returns why a command cannot be compared with rules word by word. A tool that gives no words has not analysed the command. */
export function unclearRun(run: Run): string | undefined {
  return run.unclear ?? (run.words === undefined ? 'its words are not known' : undefined);
}

/**
 * Compares a command with a pattern, word by word: `npm test` matches exactly, `npm test:*` and `npm test *` match the
 * beginning, `*` matches any command. An allow rule matches an unclear command only if it names the words that are unclear, and a
 * command that is fed only if it is open: exact words do not hold an input. Deny and ask rules also ignore a path in front of the
 * program and its case, and may contain `*` anywhere; they `maybe` match a command with unknown words. Source: PERM-10. In an allow
 * rule, a `*` inside a word is a part of that word (`wildWords`).
 */
export function matchCommand({ behavior, specifier = '' }: CommandPattern, run: Run): Match {
  if (behavior !== 'allow') return narrowingMatch(specifier, run);
  return isAllowed(specifier, run) ? 'yes' : 'no';
}

function isAllowed(specifier: string, run: Run): boolean {
  if (run.words === undefined) return false;
  const { exact, parts } = compiled(specifier);
  const words = withParts(run, parts);
  if (run.unclear !== undefined && (run.named === undefined || exact.wanted.length < run.named)) return false;
  if (specifier === '*') return true;
  return (exact.open || run.fed !== true) && startsWith(words, exact) === 'yes';
}

/** A word of an allow rule with `*` in it. */
interface WildWord {
  readonly at: number;
  readonly text: string;
  readonly expression: RegExp;
}

/** The text that `*` stands for in a word: no sign of a path, an option's value, an assignment, another package or a shell. */
const PART = '[\\p{L}\\p{M}\\p{N}_.:-]*';

/**
 * Finds the words of an allow rule in which `*` stands for a part of the word: `make docker-*`, `npm run build*`. It never stands for
 * a whole word, a part of the program's name, an option, a word behind an option, or a part of an address, where `example.com*` would be
 * any host that begins so. A word in quotes is literal (GAP-A4).
 */
function wildWords(pattern: string): readonly WildWord[] {
  if (/[\\$`"']/.test(pattern)) return [];
  const words = wordsIn(pattern);
  const end = words.findIndex((word) => word.startsWith('-'));
  return words.slice(0, end === -1 ? undefined : end).flatMap((text, at) => {
    if (at === 0 || !text.includes('*') || /^\*+$|:\/\//.test(text)) return [];
    const source = text.split(/\*+/).map((part) => part.replace(/[.+?^${}()|[\]\\/]/g, '\\$&'));
    return [{ at, text, expression: new RegExp(`^(?!-)${source.join(PART)}$`, 'u') }];
  });
}

/** Returns the words of a command with the rule's own word in place of each that it matches. A rule with `*` matches no unclear command. */
function withParts({ words = [], unclear }: Run, parts: readonly WildWord[]): Words {
  if (parts.length === 0 || unclear !== undefined) return words;
  return words.map((word, index) => parts.find((part) => part.at === index && word !== null && isPart(word, part))?.text ?? word);
}

/** A rule with several `*` in a word takes long for a long word. */
const MOST_PART_CHARS = 256;

function isPart(word: string, { text, expression }: WildWord): boolean {
  if (word.length > MOST_PART_CHARS || !expression.test(word)) return false;
  const own = text.split('/');
  return word.split('/').every((name, index) => !/^\.\.?$/.test(name) || name === own[index]);
}

/** Counts the words of an allow rule in which `*` is a part of the word, and those in which it stands for nothing. */
export function wildcardsIn(specifier: string): { readonly parts: number; readonly idle: number } {
  const { exact, parts } = compiled(specifier);
  const all = specifier === '*' ? 0 : exact.wanted.filter((word) => word.includes('*')).length;
  return { parts: parts.length, idle: all - parts.length };
}

/** A person has to read a rule before it is allowed for good. */
const MOST_CHARS = 1_000;

/**
 * Returns a pattern that matches exactly these words: the command as it is written, or its words with quotes where they need them.
 * `undefined`: no pattern of up to `MOST_CHARS` does. A word with `*` has none, since other programs that read the same rules take it for a wildcard.
 */
export function exactPattern({ text, words }: Run): string | undefined {
  if (words === undefined || !words.every((word) => word !== null && !/[*\p{Cc}]/u.test(word))) return undefined;
  return [text, words.map(quoted).join(' ')].find((pattern) => pattern.length <= MOST_CHARS && isExactly(pattern, words));
}

const quoted = (word: string | null): string =>
  word === null || /^[^\s'"]+$/.test(word) ? String(word) : word.includes('"') ? `'${word}'` : `"${word}"`;

function isExactly(pattern: string, words: Words): boolean {
  const { wanted, open } = compiled(pattern).exact;
  return !open && wanted.length === words.length && wanted.every((word, index) => word === words[index]);
}

export type Match = 'yes' | 'maybe' | 'no';

interface Prefix {
  readonly wanted: readonly string[];
  /** If true, more words may follow. */
  readonly open: boolean;
}

interface Compiled {
  readonly exact: Prefix;
  /** The words of `exact` with `*` in them. For allow rules alone. */
  readonly parts: readonly WildWord[];
  /** The name of the program in lower case. */
  readonly lower: Prefix;
  /** The patterns of whole commands, if `*` stands in this one, and the part before its first `*`. */
  readonly wild: { readonly texts: readonly string[]; readonly lead: string } | undefined;
}

/** Compiles a pattern. A long command is compared with each pattern many times. */
const compiled = remembering((specifier: string): Compiled => {
  const prefix = /^(.+?)(?::\*| \*)$/s.exec(specifier)?.[1];
  const open = prefix !== undefined;
  const lower = lowerProgram(prefix ?? specifier);
  return {
    exact: { wanted: quotedWordsIn(prefix ?? specifier), open },
    parts: wildWords(prefix ?? specifier),
    lower: { wanted: wordsIn(lower), open },
    wild: lower.includes('*')
      ? { texts: open ? [lower, `${lower} *`] : [lower], lead: lower.slice(0, lower.indexOf('*')) }
      : undefined,
  };
});

const wordsIn = (pattern: string) => pattern.split(/\s+/).filter(Boolean);

/** The words of a pattern that quotes some of them as a command does: `node -e "1"`. For allow rules alone. */
const quotedWordsIn = (pattern: string): readonly string[] =>
  /[\\$`]/.test(pattern)
    ? wordsIn(pattern)
    : (pattern.match(/(?:"[^"]*"|'[^']*'|[^\s"'])+|["']/g) ?? []).map((word) => word.replace(/"([^"]*)"|'([^']*)'/g, '$1$2'));

const lowerProgram = (pattern: string) => pattern.replace(/^\s*\S+/, (program) => program.toLowerCase());

function narrowingMatch(specifier: string, { words, also = [] }: Run): Match {
  if (specifier === '*') return 'yes';
  if (words === undefined) return 'maybe';
  const pattern = compiled(specifier);
  return also.reduce<Match>(
    (best, one) => (best === 'yes' ? best : stronger(best, matchNames(one, pattern))),
    matchNames(words, pattern),
  );
}

const stronger = (one: Match, other: Match): Match => (one === 'yes' || other === 'yes' ? 'yes' : one === 'no' ? other : one);

/** Compares the program's name as written, and without the path in front of it. */
function matchNames(words: Words, pattern: Compiled): Match {
  const [program = ''] = words;
  if (program === null) return 'maybe';
  const name = program.toLowerCase();
  const base = name.slice(name.lastIndexOf('/') + 1);
  const asWritten = matchNamed(name, words, pattern);
  return base === name ? asWritten : stronger(asWritten, matchNamed(base, words, pattern));
}

function matchNamed(name: string, words: Words, { lower, wild }: Compiled): Match {
  if (wild === undefined && name !== lower.wanted[0]) return 'no';
  const seen = [name, ...words.slice(1)];
  return wild === undefined ? startsWith(seen, lower) : matchWild(seen, wild);
}

function matchWild(words: Words, { texts, lead }: NonNullable<Compiled['wild']>): Match {
  const unknown = words.indexOf(null);
  if (unknown === -1) return texts.some((text) => matchesWildcard(text, words.join(' '))) ? 'yes' : 'no';
  // The known words in front must agree with the fixed words of the pattern; the rest can be anything.
  const known = `${words.slice(0, unknown).join(' ')} `;
  return known.startsWith(lead) || lead.startsWith(known) ? 'maybe' : 'no';
}

function startsWith(words: Words, { wanted, open }: Prefix): Match {
  for (const [index, word] of wanted.entries()) {
    if (words[index] === null) return 'maybe';
    if (words[index] !== word) return 'no';
  }
  if (open || words.length === wanted.length) return 'yes';
  return words.slice(wanted.length).every((word) => word === null) ? 'maybe' : 'no';
}
