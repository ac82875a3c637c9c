import { startsOthers } from './program-place.js';

/** Shells by the end of their names, and programs that start one for the text behind an option. */
const SHELL = {
  program: /^(?:[\w-]*[^\Wu])?sh[\d.-]*$|^(?:busybox|toybox|su|runuser|script|flock|sg)$/,
  option: /^-(?!exec)[a-zA-Z]*c[a-zA-Z]*$|^--command$/,
};
/** Programs that run an argument as code, with the options in front of it. */
const CODE: readonly { readonly program: RegExp; readonly option: RegExp }[] = [
  SHELL,
  { program: /^(?:python|pypy)[\d.]*$/, option: /^-[a-zA-Z]*c$/ },
  { program: /^(?:node|nodejs|deno|bun|tsx)$/, option: /^-(?:e|p|pe)$|^--(?:eval|print)$|^eval$/ },
  { program: /^(?:perl|ruby)[\d.]*$/, option: /^-[a-zA-Z0-9]*[eEMrI]$/ },
  { program: /^(?:php|lua[\d.]*|osascript|Rscript|julia|elixir|groovy|scala|irb)$/, option: /^-[reE]$/ },
  { program: /^(?:pwsh|powershell)$/i, option: /^-(?:c|command)$/i },
  { program: /^cmd$/i, option: /^\/c$/i },
  { program: /^(?:psql|mysql|mariadb|mongo|mongosh|sqlite3|dc|bc)$/, option: /^-[ce]$|^--(?:command|execute|eval)$|^-cmd$/ },
  { program: /^(?:vi|vim|nvim|ex|ed|gdb|emacs)$/, option: /^-(?:c|ex|-eval|-cmd|S)$/ },
];
/** Programs with options whose value is a command or a configuration that names one. */
const COMMANDS: typeof CODE = [
  { program: /^git$/, option: /^-c$|^--(?:exec-path|config-env|upload-pack|receive-pack|exec|[a-z]+-filter)$|^foreach$/ },
  { program: /^(?:npm|npx)$/, option: /^-c[a-z]*$|^--call$/ },
  { program: /^rebase$/, option: /^-x$/ },
  { program: /^bisect$/, option: /^run$/ },
  { program: /^(?:nc|ncat|netcat)$/, option: /^-[ec]$/ },
  // Options whose name says that the value runs, of any program.
  {
    program: /./,
    option: /^--(?:exec|execute|sh-exec|eval|command|rsh|to-command|checkpoint-action|(?:use-)?compress-program)$/,
  },
  { program: /^(?:rsync|scp|sftp)$/, option: /^-[eSo]$|^--(?:rsh|rsync-path)$/ },
  {
    program: /^(?:g|bsd)?tar$/,
    option: /^-[IF]$|^--(?:use-compress-program|checkpoint-action|to-command|rsh-command|info-script)$/,
  },
  { program: /^(?:sort|rg|make|man|less|zip)$/, option: /^--(?:compress-program|pre|eval|pager|unzip-command)$|^-P$|^-TT$/ },
];
/** Programs of which all arguments are read as code, by a shell elsewhere or by themselves. */
const ALL_CODE = /^(?:ssh|eval|parallel|watch|expect|m4|tmux|screen|concurrently|hyperfine|nodemon)$/;
/** Programs whose first argument is code, with their options that have a value of another meaning, and those whose value is code. */
const FIRST_CODE: readonly { readonly program: RegExp; readonly values: RegExp; readonly code: RegExp }[] = [
  { program: /^[gmn]?awk$/, values: /^-[vFf]$/, code: /^-e$|^--source$/ },
  { program: /^g?sed$/, values: /^-[fl]$|^--(?:file|line-length)$/, code: /^-[a-zA-Z]*e$|^--expression$/ },
  { program: /^g?jq$|^yq$/, values: /^-[fL]$|^--(?:arg|argjson|slurpfile|rawfile|indent)$/, code: /^(?!)/ },
];
/** Options of jq with a name and a value. */
const NAMED = /^--(?:arg|argjson|slurpfile|rawfile)$/;
/** Programs for which a dollar sign in quotes is text, a pattern, or a variable of another language. */
const DATA =
  /^(?:echo|printf|test|\[|[gj]?jq|yq|[gmn]?awk|g?sed|[efz]?grep|rg|ag|ack|perl|ruby|php|(?:python|pypy)[\d.]*|node|deno|bun|gh|glab|curl|wget|envsubst|xmllint|xsltproc|ast-grep|semgrep|pandoc|tr|cut)$/;

const baseOf = (word: string): string => word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');

/**
 * The program among the words in front of this one that would run it as code, which is no place for a value. `undefined`: a word that
 * is not known. `text`: the known beginning of the word.
 */
export function runsAsCode(words: readonly (string | undefined)[], at: number, text: string): string | undefined {
  const before = words.slice(0, at).map((word) => (word === undefined ? undefined : baseOf(word)));
  const inFront = words[at - 1] ?? '';
  const glued = /^(--?[a-zA-Z][a-zA-Z-]*)(?:=[\s\S]*)?$/.exec(text)?.[1];
  if (codePlace(words) === at) return before.find((word) => word !== undefined && SHELL.program.test(word)) ?? 'a shell';
  const isOption = (option: RegExp) => option.test(inFront) || (glued !== undefined && option.test(glued));
  for (const [index, word] of before.entries()) {
    if (word === undefined) continue;
    if (ALL_CODE.test(word)) return word;
    if (word === 'sqlite3' && words.slice(index + 1, at).some((one) => !/^-/.test(one ?? ''))) return word;
    if ([...CODE, ...COMMANDS].some(({ program, option }) => program.test(word) && isOption(option))) return word;
    const first = FIRST_CODE.find(({ program }) => program.test(word));
    if (first !== undefined && isFirstCode(words.slice(index + 1, at), { ...first, isOption })) return word;
  }
  return undefined;
}

const runsMore = (name: string): boolean => startsOthers(name) || /^(?:find|fd|xargs)$/.test(baseOf(name));

/** Where the shell among the words has its code: behind `-c` and the options there. -1: no shell with code. */
function codePlace(words: readonly (string | undefined)[]): number {
  const shell = words.findIndex((word, index) =>
    word === undefined
      ? (index === 0 || runsMore(words[0] ?? '')) && SHELL.option.test(words[index + 1] ?? '')
      : SHELL.program.test(baseOf(word)),
  );
  const option = shell === -1 ? -1 : words.findIndex((word, index) => index > shell && SHELL.option.test(word ?? ''));
  if (option === -1) return -1;
  return words.findIndex((word, at) => at > option && !isOptionOfShell(word, words[at - 1]));
}

/** Whether a word behind `-c` is an option of the shell, or the value of one, and not the code. */
const isOptionOfShell = (word: string | undefined, previous = ''): boolean =>
  /^[-+]/.test(word ?? '') || /^[-+][a-zA-Z]*[oO]$/.test(previous);

/** The places of the words in which a command has code for a shell. */
export function shellCode(words: readonly (string | undefined)[]): readonly number[] {
  const runner = words.findIndex((word) => /^(?:eval|trap|watch|parallel)$/.test(baseOf(word ?? '')));
  if (runner !== -1) {
    const rest = [...words.keys()].filter((index) => index > runner && !/^-/.test(words[index] ?? ''));
    return baseOf(words[runner] ?? '') === 'trap' ? rest.slice(0, 1) : rest;
  }
  const place = codePlace(words);
  return place === -1 ? [] : [place];
}

/** The mark in the words of a program that find, or xargs by its options, replaces. */
export function placeholderIn(words: readonly (string | undefined)[]): string {
  const xargs = words.findIndex((word) => baseOf(word ?? '') === 'xargs');
  const options = xargs === -1 ? [] : words.slice(xargs + 1);
  for (const [at, word = ''] of options.entries()) {
    const glued = /^(?:-[0-9rtx]*[Ii]|--replace=)(.*)$/.exec(word)?.[1];
    if (glued !== undefined) return glued || (word.endsWith('I') ? options[at + 1] : undefined) || '{}';
  }
  return '{}';
}

/** Whether a word that spells a variable is no code: the last program in front of it that is known reads it otherwise. */
export function isData(words: readonly (string | undefined)[], at: number): boolean {
  const before = words.slice(0, at).map((word) => baseOf(word ?? ''));
  const last = before.findLast((word) => DATA.test(word) || SHELL.program.test(word) || ALL_CODE.test(word)) ?? '';
  return DATA.test(last);
}

interface FirstCode {
  readonly values: RegExp;
  readonly code: RegExp;
  readonly isOption: (option: RegExp) => boolean;
}

function isFirstCode(between: readonly (string | undefined)[], { values, code, isOption }: FirstCode): boolean {
  if (isOption(code)) return true;
  const isValue = (index: number) => values.test(between[index - 1] ?? '') || NAMED.test(between[index - 2] ?? '');
  if (isValue(between.length)) return false;
  const hasCode = between.some(
    (word, index) => code.test(between[index - 1] ?? '') || (word !== undefined && !word.startsWith('-') && !isValue(index)),
  );
  return !hasCode;
}

const FROM_FILE = /^(?:g?make|[gmn]?awk|g?sed|g?jq)$/;
const INPUT = /^-$|^\/(?:dev|proc)\//;

/** Whether a program runs what it is fed, unless a word names a file to run. */
export function runsInput(words: readonly (string | undefined)[]): boolean {
  const [program, ...rest] = words;
  const base = baseOf(program ?? '');
  if (base === 'xargs') return !rest.some((word) => /^-[a-zA-Z]*0|^--null$|^-d|^--delimiter/.test(word ?? ''));
  if (
    /^(?:psql|mysql|mariadb|sqlite3|ssh|at|batch|bc|dc|ed|ex|vi|vim|gdb|parallel|crontab|m4|source|\.|ftp|sftp|tclsh)$/.test(base)
  )
    return true;
  if (FROM_FILE.test(base))
    return rest.some(
      (word, at) => /^(?:-f|--(?:from-)?file)$/.test(rest[at - 1] ?? '') && (word === undefined || INPUT.test(word)),
    );
  const language = CODE.find((one) => one.program.test(base));
  if (language === undefined) return false;
  if (language === SHELL && rest.includes('-s')) return true;
  for (const [at, word] of rest.entries()) {
    if (word === undefined || INPUT.test(word)) return true;
    if (language.option.test(word)) return false;
    if (isFile(word, rest[at - 1] ?? '')) return false;
  }
  return true;
}

/** Whether a word is surely the file that an interpreter runs, and not an option or the value of one. */
function isFile(word: string, previous: string): boolean {
  if (/^[-+]/.test(word) || /^-(?:r|W|X)$|^--(?:rcfile|init-file|require|import|loader)$/.test(previous)) return false;
  return !/^[-+]/.test(previous) || /[./]/.test(word);
}
