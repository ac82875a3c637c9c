import type { PartWord } from './parts.js';
import { SHELLS } from './wrappers.js';

/** A program that can start others from a script: in its words, in a file that they name, or in its input. */
export interface Scripted {
  /** Options that are, or hold, a script. */
  readonly options: RegExp;
  /** Whether its input is a script: always, or if no operand names a file. */
  readonly input: 'always' | 'alone' | 'never';
  /** Short options without a value, by their last letter. The word behind one of them is an operand. */
  readonly flags: RegExp;
  /** Short options that make the input a script too. */
  readonly inputFlags: RegExp;
  /** The subcommand in front of the file. */
  readonly verb?: string;
}

const NO_OPTION = /(?!)/;
const EVAL = /^-[^-]*[eE]|^--?(?:e|ex|exec|execute|eval|expr)(?:=|$)/;
const FLAGS = /^-[a-zA-Z]*[bBkinquvVwx]$/;
/** An `i` that is not part of the value of another letter, as in `-Ilib`. */
const INPUT_FLAGS = /^-[^IMWXmre-]*i[a-zA-Z]*$/;

type Row = Pick<Scripted, 'options' | 'input'> & Partial<Scripted>;
const rows = (names: string, row: Row): Readonly<Record<string, Scripted>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, { flags: FLAGS, inputFlags: INPUT_FLAGS, ...row }]));

const SHELL_ROW: Row = {
  options: /^-[^-]*c/,
  input: 'alone',
  flags: /^-[a-zA-Z]*[^-cCDoO]$/,
  inputFlags: /^-[a-zA-Z]*[is][a-zA-Z]*$/,
};

const SHELL_NAMES = [...SHELLS, ...'ash zsh ksh mksh csh tcsh rbash yash nu elvish xonsh'.split(' ')];

/** Without a version in the name: `python3.12` is `python`. */
const SCRIPTED: Readonly<Record<string, Scripted>> = {
  ...rows('vi vim view vimdiff rvim rview gvim nvim ex', { options: /^-[^-]*[cSsu]|^--cmd|^\+(?!\d*$)/, input: 'always' }),
  ...rows('emacs emacsclient', { options: /^--?(?:e|f|l)/, input: 'never' }),
  ...rows('less more most pg', { options: /^\+(?!\d*$|\/)/, input: 'never' }),
  ...rows('gdb lldb', { options: /^--?(?:ex|iex|eval|x|ix|o|O|s|S)/, input: 'always' }),
  ...rows('psql', { options: /^-[^-]*[cf]|^--(?:command|file)/, input: 'always' }),
  ...rows('mysql mariadb mongo mongosh sqlite', { options: EVAL, input: 'always' }),
  ...rows('perl ruby', { options: EVAL, input: 'alone', flags: /^-[a-zA-Z]*[bBkinquvVwxTUs]$/ }),
  ...rows(
    'irb lua luajit julia rscript r octave elixir iex erl ghc ghci groovy scala clojure sbcl racket swift ocaml gnuplot osascript',
    { options: EVAL, input: 'alone' },
  ),
  ...rows('python pypy', {
    options: /^-[^-]*c|^(?:code|pdb|timeit)$/,
    input: 'alone',
    flags: /^-[bBdEhiIOPqsSuvx]+$/,
    inputFlags: /^-[bBdEhIOPqsSuvx]*i[a-zA-Z]*$/,
  }),
  ...rows('node nodejs tsx ts-node', { options: /^-[^-]*[ep]|^--(?:eval|print)|(?:^|=)data:/, input: 'alone' }),
  ...rows('php', { options: /^-[^-]*[rBRE]|^--(?:run|process)/, input: 'alone', flags: /^-[a-zA-Z]*[bBkinquvVwxsf]$/ }),
  ...rows('expect guile', { options: /^-[^-]*c/, input: 'alone' }),
  ...rows('tclsh wish', { options: NO_OPTION, input: 'alone' }),
  ...rows('deno bun', { options: NO_OPTION, input: 'alone', flags: /^-[Aqr]$/, verb: 'run' }),
  ...rows('dc m4 ed red sqlite3 ftp lftp sftp mail mailx mutt', { options: EVAL, input: 'always' }),
  ...rows('socat', { options: /exec:|system:/i, input: 'never' }),
  ...rows('nc ncat netcat', { options: /^-[^-]*[ec]|^--(?:exec|sh-exec|lua-exec)/, input: 'never' }),
  ...rows(SHELL_NAMES.join(' '), SHELL_ROW),
  ...rows('fish', { ...SHELL_ROW, flags: /^-[a-zA-Z]*[^-cCDoOpdf]$/ }),
  ...rows('pwsh powershell', {
    options: /^-(?:c|com\w*|e|ec|en\w*)$/i,
    input: 'alone',
    flags: /^-(?:f\w*|no\w*|sta|mta|login|interactive)$/i,
    inputFlags: NO_OPTION,
  }),
};

/** The row of a program by its file name in lower case. */
export function scriptedProgram(base: string): Scripted | undefined {
  const plain = base.replace(/\.exe$/, '');
  const name = Object.hasOwn(SCRIPTED, plain) ? plain : plain.replace(/(?<=[a-z])-?[\d.]+$/, '');
  return Object.hasOwn(SCRIPTED, name) ? SCRIPTED[name] : undefined;
}

/** Options whose value is a file or a name, and never the script. */
const VALUED = /^-[a-zA-Z]*[CDIMOoQrWX]$|^--(?:cwd|config|conditions|env-file|import|init-file|loader|rcfile|require|title)$/;
/** An option with its value in the same word. */
const GLUED = /^-[IMWXr].|^--[^=]+=/;
/** Long options without a value. A path behind any other may be its value. */
const LONG_FLAG =
  /^--(?:no-[a-z-]+|norc|noprofile|posix|login|verbose|quiet|test|permission|watch|hot|bun|inspect(?:-brk|-wait)?|enable-source-maps|preserve-symlinks(?:-main)?|experimental-(?:strip-types|transform-types|vm-modules|wasm-modules|json-modules|sqlite|permission)|allow-(?:all|read|write|net|env|run|sys|ffi|import))$/;
/** Words that make the input the script, or let it go on with it. */
const INPUT = /^(?:-|--interactive|\/(?:dev|proc)\/.*)$/;

/** Where an interpreter has the file that it runs: the first word that is surely no option and no value of one. -1: nowhere. */
export function scriptAt(words: readonly PartWord[], { options, flags, verb }: Scripted): number {
  return words.findIndex((word, at) => {
    const previous = words[at - 1] ?? '';
    if (at === 0 || word === null || word === verb || /^[-+]/.test(word) || INPUT.test(word)) return false;
    if (at === 1 || !/^[-+]/.test(previous) || flags.test(previous) || GLUED.test(previous)) return true;
    if (options.test(previous) || VALUED.test(previous)) return false;
    return previous === '-m' || (LONG_FLAG.test(previous) && /[./]/.test(word));
  });
}

/** Whether a program runs its input as a script. A word that is not known may be `-`. */
export function runsInput(words: readonly PartWord[], row: Scripted): boolean {
  if (row.input !== 'alone') return row.input === 'always';
  const file = scriptAt(words, row);
  const own = words.slice(1, file === -1 ? undefined : file);
  if (own.some((word) => word === null || INPUT.test(word) || row.inputFlags.test(word))) return true;
  return file === -1 && !own.some((word) => row.options.test(word ?? ''));
}
