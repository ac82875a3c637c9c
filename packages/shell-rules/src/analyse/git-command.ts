import { isSettable, USUAL_REMOTES } from '../place/git-config.js';
import { GIT } from '../programs/git.js';
import { GIT_CONTENTS, GIT_PATCHES } from '../programs/git-table.js';
import { coveredEffect } from './covered-effect.js';
import { type GitUse, readGit, treePath } from './git-words.js';
import type { Effect } from './parts.js';
import { type Argument, isKnown } from './read-word.js';

/** Options before the git command that neither run a program nor make git work elsewhere. */
const HARMLESS_BEFORE = new Set(['--no-pager', '-P', '--no-optional-locks', '--no-replace-objects', '--literal-pathspecs']);

export const isGit = (name: Argument | undefined): name is string => isKnown(name) && /(?:^|\/)git$/i.test(name);

/** The effect of a git call and its folder, as far as the words tell. A rule covers the rest. */
export function gitEffect(args: readonly Argument[]): Effect {
  const enters: string[] = [];
  let at = 1;
  for (; at < args.length; at++) {
    const word = args[at];
    if (word === '-C' && isKnown(args[at + 1])) enters.push(String(args[++at]));
    else if (!isKnown(word) || !HARMLESS_BEFORE.has(word)) break;
  }
  const words = args.slice(at);
  const [first] = words;
  if (first === '--version' && words.length === 1) return { does: 'reads' };
  const read = args[0] === 'git' ? readGit(words) : undefined;
  if (read !== undefined) return { does: 'reads', orders: { enters, git: read } };
  const { files = [], ...effect } = coveredEffect(args, GIT);
  if (first === '-C')
    return { ...effect, unclear: 'git with -C of what is not known', named: undefined, orders: { enters, git: undefined } };
  if (isKnown(first) && first.startsWith('-'))
    return { ...effect, unclear: effect.unclear ?? `git with ${first}`, orders: { enters, git: undefined } };
  const problem = effect.unclear === undefined && first === 'config' ? configProblem(words.slice(1)) : undefined;
  const config =
    problem === undefined
      ? {}
      : { unclear: `${problem}, which a rule for git does not cover`, named: args.every(isKnown) ? args.length : undefined };
  const written = files.filter(({ kind }) => kind === 'write').map((file) => ({ ...file, path: entered(file.path, enters) }));
  const named = files.filter(({ kind }) => kind === 'read').map(({ path }) => path);
  const near = named.length === 0 && REMOTE.test(String(first)) ? USUAL_REMOTES : named;
  return { ...effect, ...config, files: written, orders: { enters, git: { ...useOf(words), near: near.filter(isKnown) } } };
}

/** A path from the folder that git enters. */
const entered = (path: Argument, enters: readonly string[]): Argument =>
  isKnown(path) && !path.startsWith('/') ? [...enters, path].join('/') : path;

/** Commands that go to a usual remote if they name none. */
const REMOTE = /^(?:fetch|pull|push|ls-remote|remote)$/;

const NOTHING: Omit<GitUse, 'command' | 'contents'> = {
  reads: false,
  paths: undefined,
  maybe: [],
  inTree: [],
  near: [],
  looks: true,
};

/** The use of files by a call that needs a rule: the contents that it can show, or take up into a commit or a stash. */
function useOf(words: readonly Argument[]): GitUse {
  const command = isKnown(words[0]) ? words[0] : '';
  const isPatch =
    GIT_PATCHES.has(command) && !words.every((word) => isKnown(word) && !/^-[a-zA-Z]*[piv]|^--(?:pa|in|sh|ve)/.test(word));
  if (command !== '' && !isPatch && !GIT_CONTENTS.has(command)) return { ...NOTHING, command, contents: 'none' };
  const named = words.filter(isKnown).slice(1);
  const inTree = named.flatMap(treePath);
  const maybe = named.filter((word) => !word.startsWith('-') && treePath(word).length === 0);
  const staged = stagedBy(
    command,
    words.slice(1).map((word) => (isKnown(word) ? word : undefined)),
  );
  return { ...NOTHING, command, contents: 'history', maybe, inTree, ...staged };
}

const LETTERS = { add: /^-[Anvfu]+$/, commit: /^-[aqnse]*m?$/, stash: /^-[uaqmkS]+$/ };
const LONG = {
  add: /^--(?:all|no-all|update|verbose|dry-run|force|intent-to-add|ignore-errors|refresh|renormalize)$/,
  commit:
    /^--(?:all|amend|no-edit|message(?:=[\s\S]*)?|no-verify|signoff|allow-empty|allow-empty-message|quiet|dry-run|no-gpg-sign|author=[\s\S]*|date=[\s\S]*|fixup=[\s\S]*|squash=[\s\S]*)$/,
  stash: /^--(?:include-untracked|all|quiet|message(?:=[\s\S]*)?|keep-index|no-keep-index|staged)$/,
};

/** The files that `git add`, `git commit` and `git stash` take, in the forms whose words tell the files. */
function stagedBy(
  command: string,
  words: readonly (string | undefined)[],
): Pick<GitUse, 'contents' | 'paths' | 'maybe' | 'inTree'> | undefined {
  const kind = command === 'stage' ? 'add' : command;
  if (kind !== 'add' && kind !== 'commit' && kind !== 'stash') return undefined;
  const rest = kind === 'stash' && words[0] === 'push' ? words.slice(1) : words;
  if (kind === 'stash' && rest.length === words.length && words[0]?.startsWith('-') === false)
    return /^(?:pop|apply|drop|list|clear)$/.test(words[0]) && rest.every((word) => word !== undefined && !/^-(?!q$)/.test(word))
      ? nothing
      : undefined;
  const letters: string[] = [];
  const paths: string[] = [];
  for (let at = 0; at < rest.length; at++) {
    const word = rest[at];
    if (word === undefined) return undefined;
    if (word === '--') {
      const behind = rest.slice(at + 1);
      if (!behind.every((one) => one !== undefined)) return undefined;
      paths.push(...behind);
      break;
    }
    if (!word.startsWith('-')) paths.push(word);
    else if (LONG[kind].test(word)) {
      letters.push(LETTER_OF[word] ?? '');
      if (word === '--message') at += 1;
    } else if (LETTERS[kind].test(word)) {
      letters.push(...word.slice(1));
      if (kind !== 'add' && word.endsWith('m')) at += 1;
    } else return undefined;
  }
  if (paths.some((path) => /^:|[*?[\]\\]/.test(path))) return undefined;
  const takes = taken(kind, letters, paths);
  return { contents: takes, paths: paths.length === 0 ? undefined : paths, maybe: [], inTree: [] };
}

const nothing = { contents: 'none', paths: undefined, maybe: [], inTree: [] } as const;

const LETTER_OF: Readonly<Record<string, string>> = {
  '--all': 'a',
  '--update': 'u',
  '--force': 'f',
  '--include-untracked': 'u',
};

function taken(kind: 'add' | 'commit' | 'stash', letters: readonly string[], paths: readonly string[]): GitUse['contents'] {
  const has = (letter: string) => letters.includes(letter);
  if (kind === 'commit') return has('a') || paths.length > 0 ? 'changes' : 'none';
  if (kind === 'stash') return has('a') ? 'ignored' : has('u') ? 'untracked' : 'changes';
  if (has('f')) return 'ignored';
  if (has('u')) return 'changes';
  return has('A') || has('a') || paths.length > 0 ? 'untracked' : 'none';
}

const CONFIG_READS = /^(?:--get|--get-all|--list|-l|list|get)$/;
const CONFIG_OPTIONS =
  /^(?:--local|--add|--replace-all|--unset|--unset-all|--show-origin|--show-scope|--name-only|--null|-z|--bool|--int|--path|--type=[a-z-]+|--)$/;

/**
 * The problem of a `git config` that sets a value: a later command may run, read or write the value, unless the key is known to
 * be plain.
 */
function configProblem(words: readonly Argument[]): string | undefined {
  const plain = words.filter(isKnown);
  const reads = plain.some((word) => CONFIG_READS.test(word));
  const odd = plain.find((word) => word.startsWith('-') && !CONFIG_READS.test(word) && !CONFIG_OPTIONS.test(word));
  if (odd !== undefined) return `git config with ${odd}`;
  const [key, ...values] = plain.filter((word) => !word.startsWith('-') && !/^(?:set|unset|get|list)$/.test(word));
  if (reads || key === undefined || (values.length === 0 && plain.length === words.length && plain.length === 1))
    return undefined;
  return isSettable(key, values) ? undefined : `git config of ${key}`;
}
