import { baseOf } from '../analyse/known-programs.js';
import type { PartWord } from '../analyse/parts.js';
import { readWrapper } from '../analyse/read-wrapper.js';
import { scriptAt, scriptedProgram } from '../analyse/scripted-programs.js';
import { OPAQUE, RUNNERS, WRAPPERS, type Wrapper, XARGS } from '../analyse/wrappers.js';

export type Words = readonly PartWord[];

const wrapperOf = (base: string): Wrapper | undefined =>
  base === 'xargs' ? XARGS : Object.hasOwn(WRAPPERS, base) ? WRAPPERS[base] : undefined;

/** The words behind which a program has the command that it runs; none: behind its own name. `undefined`: it runs no command. */
const verbsOf = (base: string): readonly string[] | undefined =>
  Object.hasOwn(RUNNERS, base) ? RUNNERS[base] : wrapperOf(base) !== undefined || OPAQUE.has(base) ? [] : undefined;

/** Whether a program runs another one that its words name. */
export const startsOthers = (base: string): boolean => verbsOf(base) !== undefined || FIND.test(base);

/** Programs that take `NAME=value` in front of the command. */
export const ASSIGNS = /^(?:env|sudo|doas|cross-env)$/;

/** Whether the word in this place may be the program, or the script, that the words in front of it start: none of them surely is. */
export function isProgramPlace(words: Words, at: number): boolean {
  const from = innerAt(words, at);
  return from !== undefined && (from === at || (from < at && from > 0 && isProgramPlace(words.slice(from), at - from)));
}

/** Where the command stands that the words start, or `at` if that may be the place. `undefined`: they start none, or one elsewhere. */
function innerAt(words: Words, at: number): number | undefined {
  const base = baseOf(words[0] ?? '');
  if (FIND.test(base)) return behindLast(words.slice(0, at), FIND_RUNS);
  const row = scriptedProgram(base);
  const verbs = verbsOf(base);
  const own = words.slice(0, at);
  if (row?.input === 'alone' && !own.some((word) => verbs?.includes(word ?? ''))) {
    const noFile = base.endsWith('sh') ? /^-[a-z]*[ns]$/ : /^-$/;
    const hasCode = own.some((word) => row.options.test(word ?? '') || noFile.test(word ?? ''));
    return hasCode || scriptAt(own, row) !== -1 ? undefined : at;
  }
  if (verbs === undefined || (base === 'command' && /^-[vV]$/.test(words[1] ?? ''))) return undefined;
  return wrappedAt(words, base) ?? runAt(words, { base, verbs, at });
}

const FIND = /^(?:find|fd|fdfind)$/;
const FIND_RUNS = /^--?(?:exec|execdir|ok|okdir|x|X|exec-batch)$/;

/** The command of find, which `;` or `+` ends. */
function upToEnd(words: Words): Words {
  const end = words.findIndex((word) => word === ';' || word === '+');
  return end === -1 ? words : words.slice(0, end);
}

const behindLast = (words: Words, option: RegExp): number | undefined =>
  words.findLastIndex((word) => option.test(word ?? '')) + 1 || undefined;

/** The command of a wrapper whose options are all known. */
export function wrappedAt(words: Words, base: string): number | undefined {
  const wrapper = wrapperOf(base);
  if (wrapper === undefined) return undefined;
  const args = words.map((word) => word ?? { why: 'a value', single: true, lead: '' });
  const { inner, problem } = readWrapper([base, ...args.slice(1)], wrapper);
  return problem === undefined ? words.length - inner.length : undefined;
}

interface Runner {
  readonly base: string;
  readonly verbs: readonly string[];
  readonly at: number;
}

/** The command of a program that runs one in a way that no table tells: the first word that is surely no option and no value of one. */
function runAt(words: Words, { base, verbs, at }: Runner): number | undefined {
  if (base === 'kubectl' && words.includes('--')) return words.indexOf('--') + 1;
  const verb = verbs.length === 0 ? 0 : words.findIndex((word, index) => index > 0 && verbs.includes(word ?? ''));
  const previous = words[at - 1] ?? '';
  const isValue = VALUED.test(previous) || (CONTAINER.test(base) && VALUED_CONTAINER.test(previous));
  if (verb === -1 || verb >= at)
    return isValue || words.slice(1, at).some((word) => word?.startsWith('-') === false) ? undefined : at;
  const isBehind = AFTER_ONE.test(base) || (CONTAINER.test(base) && words[verb] === 'exec');
  const own = words.slice(verb + 1, at).map((word) => word ?? (isBehind ? 'value' : word));
  const sure = own.findIndex((word, index) => isSure(word, own[index - 1] ?? ''));
  if (sure !== -1) return verb + 1 + sure + (isBehind ? (words[verb + 2 + sure] === '--' ? 2 : 1) : 0);
  return isValue || (isBehind && !MAY_BE_NONE.test(base) && own.every((word) => word?.startsWith('-'))) ? undefined : at;
}

/** Programs with a word of their own in front of the command. */
const AFTER_ONE = /^(?:flock|taskset|chroot|sg|chrt|ip|gosu|su-exec|faketime|rustup|nvm)$/;
/** Programs of which that word says where the command is, or is the command if it names nothing else. */
const MAY_BE_NONE = /^(?:chroot|nvm)$/;
const CONTAINER = /^(?:docker|podman|kubectl)$/;
/** Options with a value. */
const VALUED =
  /^--(?:filter|workspace|prefix|cwd|dir|namespace|context|container|volume|env|workdir|publish|name|label|network|platform)$/;
const VALUED_CONTAINER = /^-[veuwplnc]$|^--user$/;
/** Options without a value. */
const FLAG = /^(?:--|-y|--yes|-E|-H|-it?|-d|--rm|--no-install|-q|--quiet)$/;

/** Whether a word is no option, no assignment, and no value of an option in front of it. */
function isSure(word: PartWord, previous: string): boolean {
  if (word === null || word.startsWith('-') || /^[A-Za-z_]\w*=/.test(word)) return false;
  return !previous.startsWith('-') || previous.includes('=') || FLAG.test(previous);
}

const firstSure = (words: Words): number | undefined =>
  words.flatMap((word, at) => (at > 0 && isSure(word, words[at - 1] ?? '') ? [at] : []))[0];

/** The commands that may begin among the words of a program: up to the first place that surely is the command. */
export function startedBy(words: Words): readonly Words[] {
  const base = baseOf(words[0] ?? '');
  if (FIND.test(base)) return words.flatMap((word, at) => (FIND_RUNS.test(word ?? '') ? [upToEnd(words.slice(at + 1))] : []));
  const sure = wrappedAt(words, base);
  if (sure !== undefined) return [words.slice(sure)];
  const verbs = verbsOf(base);
  if (verbs === undefined) return [];
  const hasVerb = verbs.length === 0 || words[1] === null || words.some((word) => verbs.includes(word ?? ''));
  // An image stands in front of the command of `docker run`, and `yarn tool` has no verb.
  const place = !hasVerb ? firstSure(words) : CONTAINER.test(base) ? undefined : innerAt(words, words.length);
  const last = place ?? words.length;
  return words.flatMap((_, from) => (from > 0 && from <= last ? [words.slice(from)] : []));
}

/** The programs that the words may start, one by way of another. Behind a word that is not known, each may be one. */
export function programsIn(words: Words, seen: Set<string> = new Set()): readonly string[] {
  const [name] = words;
  const key = words.join('\0');
  if (name === undefined || seen.has(key)) return [];
  seen.add(key);
  if (name === null) return words.map((word) => baseOf(word ?? ''));
  return [baseOf(name).replace(/\.exe$/, ''), ...startedBy(words).flatMap((one) => programsIn(one, seen))];
}
