/** Shells, and programs that start one for the text behind an option. */
const SHELL = {
  program: /^(?:ba|da|z|k|mk|fi|a|c|tc)?sh$|^busybox$|^su$|^runuser$|^script$/,
  option: /^-[a-z]*c$|^--command$/,
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
  { program: /^(?:psql|mysql|mariadb)$/, option: /^-[ce]$|^--(?:command|execute)$/ },
  { program: /^(?:vi|vim|nvim|ex|ed|gdb|emacs)$/, option: /^-(?:c|ex|-eval|-cmd|S)$/ },
];
/** Programs with options whose value is a command or a configuration that names one. */
const COMMANDS: typeof CODE = [
  { program: /^git$/, option: /^-c$|^--(?:exec-path|config-env|upload-pack|receive-pack|exec)$/ },
  { program: /^(?:rsync|scp|sftp)$/, option: /^-[eSo]$|^--(?:rsh|rsync-path)$/ },
  {
    program: /^(?:g|bsd)?tar$/,
    option: /^-[IF]$|^--(?:use-compress-program|checkpoint-action|to-command|rsh-command|info-script)$/,
  },
  { program: /^(?:sort|rg|make|man|less|zip)$/, option: /^--(?:compress-program|pre|eval|pager|unzip-command)$|^-P$|^-TT$/ },
];
/** Programs of which all arguments are read as code, by a shell elsewhere or by themselves. */
const ALL_CODE = /^(?:ssh|eval|parallel|watch|expect|m4)$/;
/** Programs whose first argument is code, with their options that have a value of another meaning, and those whose value is code. */
const FIRST_CODE: readonly { readonly program: RegExp; readonly values: RegExp; readonly code: RegExp }[] = [
  { program: /^[gmn]?awk$/, values: /^-[vFf]$/, code: /^-e$|^--source$/ },
  { program: /^g?sed$/, values: /^-[fl]$|^--(?:file|line-length)$/, code: /^-[a-zA-Z]*e$|^--expression$/ },
  { program: /^g?jq$|^yq$/, values: /^-[fL]$|^--(?:arg|argjson|slurpfile|rawfile|indent)$/, code: /^$/ },
];

const baseOf = (word: string): string => word.replace(/^.*[\\/]/, '').replace(/\.exe$/i, '');

/**
 * The program among the words in front of this one that would run it as code, which is no place for a value. `undefined`: a word that
 * is not known. `text`: the known beginning of the word.
 */
export function runsAsCode(words: readonly (string | undefined)[], at: number, text: string): string | undefined {
  const before = words.slice(0, at).map((word) => (word === undefined ? undefined : baseOf(word)));
  const inFront = words[at - 1] ?? '';
  const glued = /^(--?[a-zA-Z]+)=?$/.exec(text)?.[1];
  const isOption = (option: RegExp) => option.test(inFront) || (glued !== undefined && option.test(glued));
  for (const [index, word] of before.entries()) {
    if (word === undefined) continue;
    if (ALL_CODE.test(word)) return word;
    if ([...CODE, ...COMMANDS].some(({ program, option }) => program.test(word) && isOption(option))) return word;
    const first = FIRST_CODE.find(({ program }) => program.test(word));
    if (first !== undefined && isFirstCode(words.slice(index + 1, at), { ...first, isOption })) return word;
  }
  return undefined;
}

/**
 * The text that the command gives to a shell as code, and that is known: what a variable is there, it is for that shell too.
 * `undefined`: no such text.
 */
export function shellCode(words: readonly (string | undefined)[]): string | undefined {
  const bases = words.map((word) => baseOf(word ?? ''));
  const shell = bases.findIndex((word) => SHELL.program.test(word));
  const option = shell === -1 ? -1 : words.findIndex((word, index) => index > shell && SHELL.option.test(word ?? ''));
  if (option !== -1) return words.slice(option + 1).find((word, index, rest) => !isOptionOfShell(word, rest[index - 1]));
  const runner = bases.findIndex((word) => /^(?:eval|trap|watch|parallel)$/.test(word));
  if (runner === -1) return undefined;
  const rest = words.slice(runner + 1).filter((word) => !/^-/.test(word ?? ''));
  return bases[runner] === 'trap' ? rest[0] : rest.join(' ');
}

/** Whether a word behind `-c` is an option of the shell, or the value of one, and not the code. */
const isOptionOfShell = (word: string | undefined, previous = ''): boolean =>
  /^[-+]/.test(word ?? '') || /^[-+][a-z]*[oO]$/.test(previous);

interface FirstCode {
  readonly values: RegExp;
  readonly code: RegExp;
  readonly isOption: (option: RegExp) => boolean;
}

function isFirstCode(between: readonly (string | undefined)[], { values, code, isOption }: FirstCode): boolean {
  if (isOption(code)) return true;
  if (values.test(between.at(-1) ?? '')) return false;
  const hasCode = between.some((word, index) => {
    const previous = between[index - 1] ?? '';
    return code.test(previous) || (word !== undefined && !word.startsWith('-') && !values.test(previous));
  });
  return !hasCode;
}

/** Whether a program runs what it is fed, unless a word names a file to run. */
export function runsInput(words: readonly (string | undefined)[]): boolean {
  const [program, ...rest] = words;
  const base = baseOf(program ?? '');
  if (base === 'xargs') return !rest.some((word) => /^-0$|^--null$|^-d|^--delimiter/.test(word ?? ''));
  if (/^(?:psql|mysql|mariadb|sqlite3|ssh|at|batch|bc|dc|ed|ex|vi|vim|gdb|parallel|crontab|m4|source|\.)$/.test(base))
    return true;
  if (!CODE.some((one) => one.program.test(base))) return false;
  return !rest.some((word) => word !== undefined && !word.startsWith('-'));
}
