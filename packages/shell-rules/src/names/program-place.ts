import { readWrapper } from '../analyse/read-wrapper.js';
import { OPAQUE, RUNNERS, WRAPPERS, XARGS } from '../analyse/wrappers.js';

type Words = readonly (string | undefined)[];

const baseOf = (word: string): string => word.replace(/^.*[\\/]/, '');

/** Whether a program runs another one that its words name. */
export const startsOthers = (name: string): boolean => {
  const base = baseOf(name);
  return Object.hasOwn(WRAPPERS, base) || OPAQUE.has(base) || Object.hasOwn(RUNNERS, base);
};

/** Shells, which run the file that their first plain word names, unless they only check it. */
const SCRIPTS = /^(?:[bd]a|rba|z|(?:m|pd)?k|fi|y?a|t?c)?sh[\d.-]*$/;

/** Whether the word in this place may be the program that the words in front of it start: none of them is surely that program. */
export function isProgramPlace(words: Words, at: number): boolean {
  const program = baseOf(words[0] ?? '');
  const runs = words.findLastIndex(
    (word, index) => index < at && /^--?(?:exec|execdir|ok|okdir|x|X|exec-batch)$/.test(word ?? ''),
  );
  if (/^(?:find|fd)$/.test(program))
    return runs !== -1 && (runs === at - 1 || isProgramPlace(words.slice(runs + 1), at - runs - 1));
  if (SCRIPTS.test(program)) {
    const own = words.slice(1, at);
    return !own.some((word, index) => /^-[a-z]*[cn]/.test(word ?? '') || isSure(word, own[index - 1] ?? ''));
  }
  if (!startsOthers(program) && program !== 'xargs') return false;
  if (program === 'command' && /^-[vV]$/.test(words[1] ?? '')) return false;
  const inner = innerPlace(words, at);
  if (inner === undefined || inner >= at) return inner === undefined || inner === at;
  return isProgramPlace(words.slice(inner), at - inner);
}

/** Where the program stands that the words start; `undefined` if no word in front of `at` is surely it. */
function innerPlace(words: Words, at: number): number | undefined {
  const program = baseOf(words[0] ?? '');
  const wrapper = program === 'xargs' ? XARGS : Object.hasOwn(WRAPPERS, program) ? WRAPPERS[program] : undefined;
  if (wrapper !== undefined) {
    const args = words.map((word) => word ?? { why: 'a value', single: true, lead: '' });
    const { inner, problem } = readWrapper(args, wrapper);
    if (problem === undefined) return words.length - inner.length;
  }
  const behind = (Object.hasOwn(RUNNERS, program) ? RUNNERS[program] : undefined) ?? [];
  const verb = words.findIndex((word, index) => index > 0 && index < at && behind.includes(word ?? ''));
  if (behind.length > 0 && verb === -1)
    return words.slice(1, at).some((word) => word?.startsWith('-') === false) ? at + 1 : undefined;
  if (/^(?:docker|podman)$/.test(program) && VALUED.test(words[at - 1] ?? '')) return at + 1;
  const sure = words.findIndex((word, index) => index > Math.max(verb, 0) && index < at && isSure(word, words[index - 1] ?? ''));
  if (sure === -1) return undefined;
  const before = AFTER_ONE.test(program) || (/^(?:docker|podman|kubectl)$/.test(program) && words[verb] === 'exec');
  return before ? sure + (words[sure + 1] === '--' ? 2 : 1) : sure;
}

/** Programs with a word of their own in front of the program. */
const AFTER_ONE = /^(?:flock|taskset|chroot|sg|chrt)$/;
/** Options of docker with a value. */
const VALUED = /^-[veuwpl]$|^--(?:volume|env|user|workdir|publish|name|label|network|platform)$/;
/** Options without a value. */
const FLAG = /^(?:--|-y|--yes|-E|-H|-it?|-d|--rm|--no-install|-q|--quiet)$/;

/** Whether a word is no option, no assignment, and no value of an option in front of it. */
function isSure(word: string | undefined, previous: string): boolean {
  if (word === undefined || word.startsWith('-') || /^[A-Za-z_]\w*=/.test(word)) return false;
  return !previous.startsWith('-') || previous.includes('=') || FLAG.test(previous);
}
