import { baseOf } from '../analyse/known-programs.js';
import { isObeyedByMake } from '../analyse/rule-programs.js';
import { scriptAt, scriptedProgram } from '../analyse/scripted-programs.js';
import { programsIn, type Words } from './program-place.js';
import { codePlace, OPTION, SHELL } from './shell-code.js';

interface Row {
  readonly program: RegExp;
  /** The subcommand that has the option. */
  readonly verb?: string;
  readonly option: RegExp;
  /** Whether all words behind the option are code. */
  readonly rest?: boolean;
}

/** Programs with options whose value is a command, code that they load, or a configuration that names a command. */
const COMMANDS: readonly Row[] = [
  // Options whose name says that the value runs, of any program.
  {
    program: /./,
    option:
      /^--(?:exec|execute|eval|cmd|command|rsh|script|entrypoint|startas|extcmd|pager|to-command|checkpoint-action|(?:[a-z]+-)+(?:exec|command|cmd|program|script|askpass|viewer|bin))$/,
  },
  SHELL,
  { program: /^(?:deno|bun)$/, option: /^-[ep]$|^--(?:eval|print)$|^eval$/ },
  { program: /^(?:node|nodejs|tsx|ts-node|bun)$/, option: /^-r$|^--(?:require|import|loader|experimental-loader|preload)$/ },
  { program: /^(?:perl|ruby)[\d.]*$/, option: /^-[a-zA-Z0-9]*[MIr]$/ },
  { program: /^(?:python|pypy)[\d.]*$/, option: /^-[a-zA-Z]*m$/ },
  { program: /^java$/, option: /^-(?:cp|classpath|jar|agent(?:lib|path)|javaagent)$|^--class-path$/ },
  { program: /^(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|ld)$/, option: /^-(?:B|wrapper|f?plugin|specs)$/ },
  { program: /^(?:pwsh|powershell)$/, option: /^-(?:c|command|ec|encodedcommand)$/i, rest: true },
  { program: /^cmd$/, option: /^\/[ck]$/i, rest: true },
  { program: /^sqlite3$/, option: /^-cmd$/ },
  { program: /^fish$/, option: /^-C$|^--init-command$/ },
  { program: /^nu$/, option: /^-e$/ },
  { program: /^env$/, option: /^-[iv0]*S|^--split-string$/ },
  {
    program: /^git$/,
    option: /^-c$|^--(?:exec-path|config-env|upload-pack|receive-pack|[a-z]+-filter|open-files-in-pager)$|^foreach$/,
  },
  { program: /^git$/, verb: 'clone', option: /^-u$/ },
  { program: /^git$/, verb: 'rebase', option: /^-x$/ },
  { program: /^git$/, verb: 'difftool', option: /^-x$/ },
  { program: /^git$/, verb: 'grep', option: /^-O$/ },
  { program: /^git$/, verb: 'bisect', option: /^run$/ },
  {
    program: /^git$/,
    verb: 'config',
    option: /^$|^(?!(?:user|author|committer|color|branch|-[^-]*|--.*)\.|init\.defaultbranch$)[a-z][\w-]*\.\S+$/i,
  },
  { program: /^(?:npm|npx)$/, option: /^-c[a-z]*$|^--call$/ },
  { program: /^g?make$/, option: /^-f$|^--(?:make)?file$/ },
  { program: /^cargo$/, option: /^--config$/ },
  { program: /^go$/, option: /^run$|^-(?:tool)?exec$/ },
  { program: /^(?:rsync|scp|sftp)$/, option: /^-[beSo]$|^--rsync-path$/ },
  { program: /^(?:g|bsd)?tar$/, option: /^-[a-zA-Z]*[IF]$|^--(?:use-compress-program|rsh-command|info-script)$/ },
  { program: /^g?awk$/, option: /^-[il]$|^--(?:include|load)$/ },
  { program: /^(?:rg|man|zip)$/, option: /^--pre$|^-P$|^-TT$/ },
  { program: /^wget$/, option: /^-e$/ },
  { program: /^tcpdump$/, option: /^-z$/ },
  { program: /^ansible$/, option: /^-a$|^--args$/ },
  { program: /^(?:nodemon|fly|vagrant)$/, option: /^-[xcC]$/ },
  { program: /^adb$/, option: /^shell$/, rest: true },
  { program: /^(?:gs|ghostscript)$/, option: /^-c$/ },
  { program: /term(?:inal)?$|^konsole$/, option: /^-[ex]$|^--$/ },
];
/** Programs of which all arguments are read as code, by a shell elsewhere or by themselves. */
const ALL_CODE =
  /^(?:ssh|rsh|mosh|autossh|pdsh|pssh|parallel-ssh|clush|plink|salt|heroku|eval|parallel|watch|expect|m4|tmux|screen|concurrently|hyperfine|nodemon|crontab|bwrap)$/;

/** A program whose operand is code. */
interface Operand {
  readonly program: RegExp;
  /** Options with a value of another meaning. */
  readonly values: RegExp;
  /** Options whose value is the code, which then is no operand. */
  readonly code: RegExp;
  /** Words in front of the code. */
  readonly verb?: RegExp;
  /** Whether the operand is code behind so many others: at least, and with those that may be one. */
  readonly isCode: (least: number, most: number) => boolean;
}

const isFirst = (least: number): boolean => least === 0;
const OPERANDS: readonly Operand[] = [
  { program: /^[gmn]?awk$/, values: /^-[vFil]$|^--(?:include|load)$/, code: /^-[ef]$|^--(?:source|file)$/, isCode: isFirst },
  { program: /^g?sed$/, values: /^-l$|^--line-length$/, code: /^-[a-zA-Z]*[ef]$|^--(?:expression|file)$/, isCode: isFirst },
  { program: /^g?jq$/, values: /^-L$|^--(?:arg|argjson|slurpfile|rawfile|indent)$/, code: /^-f$|^--from-file$/, isCode: isFirst },
  {
    program: /^yq$/,
    values: /^-[fIop]$|^--(?:front-matter|indent|input-format|output-format)$/,
    code: /^--(?:from-file|expression)$/,
    verb: /^(?:e|ea|eval|eval-all)$/,
    isCode: isFirst,
  },
  { program: /^sqlite3$/, values: /^-(?:separator|newline|nullvalue|init)$/, code: /(?!)/, isCode: (_, most) => most > 0 },
];
/** Options of jq with a name and a value. */
const NAMED = /^--(?:arg|argjson|slurpfile|rawfile)$/;
/** Programs for which a dollar sign in quotes is text, a pattern, or a variable of another language. */
const DATA =
  /^(?:echo|printf|test|\[|[gj]?jq|yq|[gmn]?awk|g?sed|[efz]?grep|rg|ag|ack|perl|ruby|php|(?:python|pypy)[\d.]*|node|deno|bun|gh|glab|curl|wget|envsubst|xmllint|xsltproc|ast-grep|semgrep|pandoc|tr|cut)$/;

/**
 * The program among the words in front of this one that would run it as code, which is no place for a value. `text`: the known
 * beginning of the word.
 */
export function runsAsCode(words: Words, at: number, text: string): string | undefined {
  const before = words.slice(0, at).map((word) => (word === null ? null : baseOf(word).replace(/^--[\w-]+=|\.exe$/g, '')));
  if (codePlace(words) === at) return before.find((word) => word !== null && SHELL.program.test(word)) ?? 'a shell';
  const options = [words[at - 1] ?? '', ...optionsIn(text)];
  const isOption = (option: RegExp) => options.some((one) => option.test(one));
  const runs = (word: string, index: number) => {
    const isPlain = !words.slice(Math.max(index - 1, 0), index + 1).some((one) => OPTION.test(one ?? ''));
    return runsWord(word, { own: words.slice(index, at), isPlain, text, isOption });
  };
  const known = before.find((word, index): word is string => word !== null && runs(word, index));
  // The program of `docker run --entrypoint=ssh`.
  const glued = before.filter((word, index) => word !== null && /^--[\w-]+=/.test(words[index] ?? ''));
  return known ?? [...programsIn(words.slice(0, at)), ...glued].find((program) => ALL_CODE.test(program ?? '')) ?? undefined;
}

/** The options in the known beginning of a word. A short one may have its value behind it, and others in front of it. */
function optionsIn(text: string): readonly string[] {
  if (/^-[^-]/.test(text)) return [...text].map((_, end) => text.slice(0, end + 1));
  return text === '' ? [] : [text.replace(/=[\s\S]*/, '')];
}

interface Place {
  /** The program, and the words between it and the one in question. */
  readonly own: Words;
  /** Whether the program is a word of its own, and not the value of an option. */
  readonly isPlain: boolean;
  readonly text: string;
  /** Whether that word is the value of the option. */
  readonly isOption: (option: RegExp) => boolean;
}

function runsWord(base: string, place: Place): boolean {
  const { own, isPlain, text, isOption } = place;
  if (/^g?make$/.test(base) && isObeyedByMake(/^([\w.]+):{0,3}=/.exec(text)?.[1] ?? '')) return true;
  const operand = OPERANDS.find(({ program }) => program.test(base));
  if (operand !== undefined && isOperand(operand, place)) return true;
  const rows = COMMANDS.filter(({ program, verb }) => program.test(base) && (verb === undefined || own.includes(verb)));
  if (rows.some(({ rest, option }) => rest === true && own.some((word) => option.test(word ?? '')))) return true;
  const row = scriptedProgram(base);
  // Options behind the file of an interpreter are for the file.
  if (row?.input === 'alone' && isPlain && scriptAt(own, row) !== -1) return false;
  if (row?.options.test(own.at(-1) ?? '') || (text !== '' && row?.options.test(`${text}_`))) return true;
  return rows.some(({ option }) => isOption(option));
}

/** Whether the word is the code of the program, or one of its operands that are. */
function isOperand({ values, code, verb, isCode }: Operand, { own: [, ...own], text, isOption }: Place): boolean {
  if (isOption(code)) return true;
  const isValue = (index: number) => values.test(own[index - 1] ?? '') || NAMED.test(own[index - 2] ?? '');
  if (isValue(own.length) || text.startsWith('-')) return false;
  const operands = own.filter((word, index) => word?.startsWith('-') !== true && !isValue(index) && !verb?.test(word ?? ''));
  const before = own.some((_, index) => code.test(own[index - 1] ?? '')) ? 1 : 0;
  return isCode(before + operands.filter((word) => word !== null).length, before + operands.length);
}

/** Whether a word that spells a variable is no code: the last program in front of it that is known reads it otherwise. */
export function isData(words: Words, at: number): boolean {
  const before = words.slice(0, at).map((word) => baseOf(word ?? ''));
  const last = before.findLast((word) => DATA.test(word) || SHELL.program.test(word) || ALL_CODE.test(word)) ?? '';
  return DATA.test(last);
}
