import { isSettable } from '../place/git-config.js';
import { GIT_READS, type GitRead, SELECTING, SELECTING_VALUES } from '../programs/git-table.js';
import { type Argument, isKnown } from './read-word.js';

/** The use that a git command makes of the files of a repository, by its words. */
export interface GitUse {
  /** `diff`, `stash list`; empty if the words do not tell. */
  readonly command: string;
  /** Whether the words are a command that only reads. */
  readonly reads: boolean;
  /**
   * The contents that the command shows or takes up: none, contents that differ from the staged ones, contents of tracked files,
   * of tracked and untracked files, of those and ignored files, of any commit, or of any object that is not a commit.
   */
  readonly contents: 'none' | 'changes' | 'tracked' | 'untracked' | 'ignored' | 'history' | 'objects';
  /** Files and folders that narrow the command, relative to its folder. */
  readonly paths: readonly string[] | undefined;
  /** Operands that git itself resolves to commits or to files. */
  readonly maybe: readonly string[];
  /** Paths in a commit (`HEAD:a`), relative to the top unless they begin with a dot. */
  readonly inTree: readonly string[];
  /** Words that name another repository: git takes the name of a file in its folder or at the top for that file. */
  readonly near: readonly string[];
  readonly looks: boolean;
  /** The arguments that make git list the names of the files that a command on the history shows. */
  readonly query?: readonly string[] | undefined;
}

/** A word in a form of git's own that names files: `HEAD:a`, or a pattern of paths. */
const MAGIC = /^:|[*?[\]\\]/;
/** Fields of a format that make git run a program, or print a whole object. */
const ACTING = /%G|%\(\*?(?:signature|describe|raw|contents\))/;

interface Split {
  readonly options: readonly (readonly [name: string, value: string | undefined])[];
  readonly operands: readonly string[];
  /** The operands behind `--`. */
  readonly behind: readonly string[] | undefined;
}

/** Reads a git command by the table; `undefined` for a command that does not only read. */
export function readGit(words: readonly Argument[]): GitUse | undefined {
  if (!words.every(isKnown)) return undefined;
  const [first = '', second = '', ...more] = words;
  const pair = `${first} ${second}`;
  const command = Object.hasOwn(GIT_READS, pair) ? pair : first;
  const entry = Object.hasOwn(GIT_READS, command) ? GIT_READS[command] : undefined;
  const split = entry && splitWords(command === pair ? more : words.slice(1), entry);
  return entry && split && useOf(command, { entry, split });
}

const has = (list: string | undefined, name: string) => list?.split(' ').includes(name) === true;

function splitWords(words: readonly string[], entry: GitRead): Split | undefined {
  const options: [string, string | undefined][] = [];
  const operands: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    if (word === '--') return { options, operands, behind: words.slice(at + 1) };
    if (!word.startsWith('-') || word === '-') {
      operands.push(word);
      continue;
    }
    if (entry.count === true && /^-\d+$/.test(word)) {
      options.push(['-n', word.slice(1)]);
      continue;
    }
    const option = readOption(word, { entry, next: words[at + 1] });
    if (option === undefined) return undefined;
    options.push(...option.found);
    if (option.takesNext) at += 1;
  }
  return { options, operands, behind: undefined };
}

interface ReadOption {
  readonly found: readonly [string, string | undefined][];
  readonly takesNext: boolean;
}

function readOption(word: string, { entry, next }: { entry: GitRead; next: string | undefined }): ReadOption | undefined {
  const [, name = word, value] = word.startsWith('--')
    ? (/^(--[a-z-]+)=([\s\S]*)$/.exec(word) ?? [])
    : (/^(-[A-Za-z])([\s\S]+)$/.exec(word) ?? []);
  const isListed = [entry.flags, entry.names, entry.contents].some((list) => has(list, word));
  if (has(entry.apart, word)) {
    if (next?.startsWith('-') === true) return undefined;
    return next === undefined ? alone(word) : { found: [[word, next]], takesNext: true };
  }
  if (isListed) return alone(word);
  if (value !== undefined && has(entry.values, name)) return { found: [[name, value]], takesNext: false };
  const letters = /^-([A-Za-z]+)$/.exec(word)?.[1];
  if (letters !== undefined && [...letters].every((letter) => entry.letters?.includes(letter) === true))
    return { found: [...letters].map((letter): [string, undefined] => [`-${letter}`, undefined]), takesNext: false };
  return undefined;
}

const alone = (word: string): ReadOption => ({ found: [[word, undefined]], takesNext: false });

function useOf(command: string, { entry, split }: { entry: GitRead; split: Split }): GitUse | undefined {
  const { options, operands, behind } = split;
  if (options.some(([, value]) => value !== undefined && ACTING.test(value))) return undefined;
  if (!fitsOperands(split, entry) || operands.includes('-')) return undefined;
  const showsContents = options.some(([name]) => has(entry.contents, name));
  const showsNames = options.some(([name]) => has(entry.names, name));
  const shows = entry.shows !== undefined && (showsContents || (entry.always === true && !showsNames));
  const named = entry.operands === 'pattern' && !options.some(([name]) => name === '-e') ? operands.slice(1) : operands;
  const lines = command === 'log' ? options.flatMap(([name, value = '']) => (name === '-L' ? treePath(value) : [])) : [];
  const inTree = [...named.flatMap(treePath), ...lines];
  // With `--all`, there are more commits than the operands name.
  if (inTree.length > 0 && options.some(([name]) => has(SELECTING, name) || has(SELECTING_VALUES, name))) return undefined;
  // `git show` of an object that is not a commit shows the whole object, whatever the options say about commits.
  const showsObjects = command === 'show';
  // The names do not include an earlier name of a file.
  if ((shows || showsObjects) && (!isPlain(named, behind) || options.some(([name]) => name === '--follow'))) return undefined;
  const isStaged = options.some(([name]) => name === '--cached' || name === '--staged');
  const hidden = showsObjects && named.length > 0 ? 'objects' : 'none';
  const contents = !shows ? hidden : entry.shows === 'changes' && isStaged ? 'history' : (entry.shows ?? 'none');
  return {
    command,
    reads: true,
    contents:
      (shows || showsObjects) && inTree.length > 0 && named.every((word) => treePath(word).length > 0) ? 'none' : contents,
    paths: behind === undefined || behind.length === 0 ? undefined : behind,
    maybe: named.filter((word) => treePath(word).length === 0),
    inTree: shows || showsObjects ? inTree : [],
    near: [],
    looks: entry.looks === true,
    query: entry.tellsNames === true && contents !== 'none' && inTree.length === 0 ? namesQuery(command, split) : undefined,
  };
}

/**
 * The query for the names in the same commits, without options that limit their number, follow renames or change how names are
 * written. An operand that is not a commit makes git fail, and then nothing is known.
 */
function namesQuery(command: string, { options, operands, behind }: Split): readonly string[] | undefined {
  const kept = options.flatMap(([name, value]) => {
    if (value === undefined) return has(SELECTING, name) ? [name] : [];
    return has(SELECTING_VALUES, name) ? [`${name}=${value}`] : [];
  });
  // With a number, `git show` walks on to other commits.
  const walks = command !== 'show' || options.some(([name]) => name === '-n' || name === '--max-count');
  const [verb, own] = command === 'diff' ? ['diff', []] : ['log', ['-m', '--format=', ...(walks ? [] : ['--no-walk=unsorted'])]];
  const commits = operands.map((operand) => `${operand}^{commit}`);
  return [
    verb,
    ...kept,
    ...own,
    '--name-only',
    '--no-renames',
    '--no-relative',
    '--no-ext-diff',
    '-z',
    ...commits,
    '--',
    ...(behind ?? []),
  ];
}

/** Whether no word is a pattern of git's own, and no colon belongs to something else than a path (`HEAD@{10:00}`). */
const isPlain = (named: readonly string[], behind: readonly string[] | undefined) =>
  (behind ?? []).every((word) => !MAGIC.test(word)) &&
  named.every((word) => !/\{[^}]*:/.test(word) && (!MAGIC.test(word) || treePath(word).length > 0));

/**
 * The possible path in `HEAD:path` and `:0:path`: the text behind each colon. `:/text` is a search; `:(top)x` and `:!x` are
 * patterns.
 */
export function treePath(word: string): readonly string[] {
  if (/^:[/!^(]/.test(word)) return [];
  return [...word.matchAll(/:/g)].map(({ index }) => word.slice(index + 1)).filter((path) => path !== '');
}

function fitsOperands({ operands, behind, options }: Split, entry: GitRead): boolean {
  switch (entry.operands) {
    case 'none':
      return operands.length === 0 && behind === undefined;
    case 'one':
      return operands.length === 1 && behind === undefined;
    case 'listed':
      return operands.length + (behind?.length ?? 0) === 0 || options.some(([name]) => has(entry.lists, name));
    case 'key':
      return (
        operands.length === 1 &&
        behind === undefined &&
        isSettable(operands[0] ?? '') &&
        options.some(([name]) => has(entry.lists, name))
      );
    case 'word':
      return behind === undefined && (operands.length === 0 || operands[0] === entry.word);
    default:
      return true;
  }
}
