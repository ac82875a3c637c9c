import { baseOf, runsNoWord } from './known-programs.js';
import type { PartWord } from './parts.js';
import { SHELLS } from './wrappers.js';

/** A program that can start others from a script in its words or in its input. */
interface Scripted {
  /** Options that are, or hold, a script. */
  readonly options: RegExp;
  /** Whether its input is a script: always, or if no operand names a file. */
  readonly input: 'always' | 'alone' | 'never';
}

const rows = (names: string, row: Scripted): Readonly<Record<string, Scripted>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, row]));

const NO_OPTION = /^$/;
const EVAL = /^-[^-]*[eE]|^--?(?:e|ex|exec|execute|eval|expr)(?:=|$)/;

/** Without a version in the name: `python3.12` is `python`. */
const SCRIPTED: Readonly<Record<string, Scripted>> = {
  ...rows('vi vim view vimdiff rvim rview gvim nvim ex', { options: /^-[^-]*[cSsu]|^--cmd|^\+(?!\d*$)/, input: 'always' }),
  ...rows('emacs emacsclient', { options: /^--?(?:e|f|l)/, input: 'never' }),
  ...rows('more most pg', { options: /^\+(?!\d*$|\/)/, input: 'never' }),
  ...rows('gdb lldb', { options: /^--?(?:ex|iex|eval|x|ix|o|O|s|S)/, input: 'always' }),
  ...rows('psql', { options: /^-[^-]*[cf]|^--(?:command|file)/, input: 'always' }),
  ...rows('mysql mariadb mongo mongosh sqlite', { options: EVAL, input: 'always' }),
  ...rows('perl', { options: EVAL, input: 'alone' }),
  ...rows(
    'ruby lua luajit julia rscript r octave elixir iex erl ghc ghci groovy scala clojure sbcl racket swift ocaml gnuplot osascript',
    {
      options: EVAL,
      input: 'alone',
    },
  ),
  ...rows('python pypy', { options: /^-[^-]*c|^(?:code|pdb|timeit)$/, input: 'alone' }),
  ...rows('node nodejs tsx ts-node', { options: /^-[^-]*[ep]|^--(?:eval|print)|(?:^|=)data:/, input: 'alone' }),
  ...rows('php', { options: /^-[^-]*[rBRE]|^--(?:run|process)/, input: 'alone' }),
  ...rows('expect guile', { options: /^-[^-]*c/, input: 'alone' }),
  ...rows('tclsh wish deno bun', { options: NO_OPTION, input: 'alone' }),
  ...rows('dc m4 ed red sqlite3 ftp lftp sftp mail mailx mutt', { options: EVAL, input: 'always' }),
  ...rows('socat', { options: /exec:|system:/i, input: 'never' }),
  ...rows('nc ncat netcat', { options: /^-[^-]*[ec]|^--(?:exec|sh-exec|lua-exec)/, input: 'never' }),
  ...rows([...SHELLS, 'zsh', 'ksh', 'fish', 'nu', 'elvish', 'xonsh', 'pwsh'].join(' '), { options: /^-[^-]*c/, input: 'alone' }),
};

/**
 * Whether a command holds a script that the analyser does not read, so that a deny rule for another command cannot see it: in an
 * option, or in its input. The input of an unknown program may be one. `also`: the commands that may be among its words.
 */
export function holdsScript([words, ...also]: readonly (readonly PartWord[])[], fed: boolean): boolean {
  const own = words && holdsOwnScript(words, fed);
  const isUnknown = own === undefined && !runsNoWord(baseOf(words?.[0] ?? ''));
  return own === true || (fed && isUnknown) || also.some((one) => holdsOwnScript(one, fed) === true);
}

/** `undefined` for a program that is not known to have scripts. */
function holdsOwnScript([program, ...rest]: readonly PartWord[], fed: boolean): boolean | undefined {
  const base = baseOf(program ?? '').replace(/(?<=[a-z])-?[\d.]+$/, '') || '';
  const words = rest.filter((word) => word !== null);
  if (AWK.has(base)) return !isHarmlessAwk(words, fed);
  const row = Object.hasOwn(SCRIPTED, base) ? SCRIPTED[base] : undefined;
  if (row === undefined) return undefined;
  if (words.some((word) => row.options.test(word))) return true;
  return fed && (row.input === 'always' || (row.input === 'alone' && !namesFile(rest)));
}

const AWK = new Set(['awk', 'gawk', 'mawk', 'nawk']);

/** Whether a word names a file to run, and none names the input. An interactive program goes on with its input. */
const namesFile = (words: readonly PartWord[]) => {
  if (words.some((word) => /^(?:-|-[^-]*i[^-]*|--interactive|\/dev\/(?:stdin|fd\/.*))$/.test(word ?? ''))) return false;
  return words.some((word) => word?.startsWith('-') !== true);
};

/**
 * Whether the words of awk start no program: a plain program without `system`, pipes behind `print` or to `getline`, and calls by a
 * name that is computed. A program in a file is not looked at, unless the file is the input.
 */
function isHarmlessAwk(words: readonly string[], fed: boolean): boolean {
  let isInFile = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '-F' || word === '-v') at += 1;
    else if (word === '-f') {
      at += 1;
      if (fed && /^(?:-|\/dev\/.*)$/.test(words[at] ?? '')) return false;
      isInFile = true;
    } else if (word === '--') return isInFile || isHarmlessText(words[at + 1] ?? '');
    else if (!/^-[Fv]./.test(word)) return !word.startsWith('-') && (isInFile || isHarmlessText(word));
  }
  return true;
}

const isHarmlessText = (program: string) => {
  const pipes = program.replaceAll('||', '');
  return !/system|@/.test(program) && !/\|[\s\S]*getline|printf?\b[\s\S]*\|/.test(pipes);
};
