/**
 * The options of a program that only reads or changes the files in its arguments. An option that is missing here, or is
 * abbreviated, makes the call unclear.
 */
export interface FileProgram {
  /** Letters without a value. */
  readonly flags?: string;
  /** Letters with a value, in the same word or the next. */
  readonly values?: string;
  readonly long?: string;
  /** Names with a value, after `=` or in the next word. */
  readonly longValues?: string;
  /** Options whose value is a file: letters and names. */
  readonly readsValue?: string;
  readonly writesValue?: string;
  /** Letters and names whose value is never the next word: `-w8`, `--context=3`. */
  readonly attached?: string;
  /** Whether a word that begins with `@` names a file with more words, including options. */
  readonly atFiles?: boolean;
  /**
   * By options, by the empty name for operands, and by `1` for the first operand: a pattern for words that are more than a value,
   * and a pattern for the beginning that a partly known word needs.
   */
  readonly odd?: readonly OddValue[];
  /** Words that are not a bundle of letters: `-nv`. */
  readonly whole?: string;
  /** Whether each letter is a separate word. The program would drop the rest of a bundle. */
  readonly single?: boolean;
  /** Whether the first word holds options without a dash: `tar xf`. */
  readonly bundle?: boolean;
  /** Whether `-5` is a count. */
  readonly count?: boolean;
  /** Options that make the program descend into folders. `*`: the program always does. */
  readonly below?: string;
  /** Options that make the program change its operands. */
  readonly inPlace?: string;
  /** Options that are, or give, the first operand of `pattern` and `script`. */
  readonly brings?: string;
  /**
   * The meaning of the operands. `text`: anything. `others`: decided by the program. `plain-files`: files, never folders.
   * `pattern`, `script`, `mode`: the first operand is not a file. `copy`: the last is written, the rest read. `move`: all are
   * changed, and the last may be a folder. `link`: as `copy`, and the last then leads to the rest. `remote`: the first is the
   * name of a repository, or a file of that name. `command`: from the first on, a command of its own.
   */
  readonly operands:
    | 'text'
    | 'others'
    | 'files'
    | 'plain-files'
    | 'pattern'
    | 'one-file'
    | 'format'
    | 'script'
    | 'mode'
    | 'changed'
    | 'copy'
    | 'move'
    | 'link'
    | 'remote'
    | 'command';
  /** For `others`: whether the program only reads the files that its words name. */
  readonly onlyReads?: boolean;
  /** Whether every call needs a rule: the program leaves more than its files, or has a rule of its own. */
  readonly needsRule?: boolean;
}

export type OddValue = readonly [options: string, means: RegExp | ((word: string) => boolean), openLead?: RegExp];

const GREP: FileProgram = {
  flags: 'EFGPivwxcloLqsnHhbarIUZzyT',
  values: 'eABCm',
  long: 'count ignore-case line-number recursive invert-match word-regexp files-with-matches files-without-match only-matching fixed-strings extended-regexp perl-regexp no-filename with-filename quiet text null color color=auto color=always color=never',
  longValues: 'regexp include exclude exclude-dir max-count',
  attached: 'context after-context before-context',
  readsValue: 'f file',
  brings: 'e regexp f file',
  below: 'r recursive',
  operands: 'pattern',
};

const ENDS: FileProgram = {
  flags: 'qvz',
  values: 'nc',
  long: 'quiet verbose silent',
  longValues: 'lines bytes',
  count: true,
  operands: 'files',
};

/** Leaves out `--check`, which reads the files that a list names. */
const SUMS: FileProgram = { flags: 'btz', long: 'binary text tag zero', operands: 'files' };

/** Leaves out on purpose: git (its configuration runs programs), and options that follow links inside of folders. */
export const FILE_PROGRAMS: Readonly<Record<string, FileProgram>> = {
  cat: { flags: 'AbeEnstTuv', long: 'number show-all number-nonblank squeeze-blank', operands: 'files' },
  tac: { flags: 'br', operands: 'files' },
  nl: { values: 'bhfnsvwi', operands: 'files' },
  head: ENDS,
  tail: { ...ENDS, flags: 'fFqvz' },
  ls: {
    flags: 'aAbBcdfFgGhiklmnNopqQrRsStuUvxXZ1',
    // `-I`, `-T` and `-w` take a value in this program only.
    long: 'all almost-all human-readable recursive reverse directory inode size color color=auto color=always color=never group-directories-first',
    longValues: 'sort time ignore time-style format',
    operands: 'files',
  },
  tree: { flags: 'adfspuhDCnAS', values: 'LIP', long: 'dirsfirst noreport gitignore', operands: 'files' },
  pwd: { flags: 'LP', operands: 'text' },
  wc: { flags: 'clLmw', long: 'lines words bytes chars', operands: 'files' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    flags: 'iSsnNlcowvxFUuHIhpqPa',
    values: 'egtTABCmMjrd',
    long: 'hidden no-ignore ignore-case smart-case line-number no-line-number files files-with-matches files-without-match count only-matching word-regexp fixed-strings multiline json no-heading heading no-filename pcre2 vimgrep stats color=never color=always color=auto',
    longValues:
      'regexp glob iglob type type-not max-count context after-context before-context max-depth sort replace max-columns',
    brings: 'e regexp files',
    below: '*',
    operands: 'pattern',
  },
  date: { flags: 'uR', values: 'd', long: 'utc', longValues: 'date', attached: 'I iso-8601', operands: 'format' },
  which: { flags: 'a', operands: 'text' },
  type: { flags: 'afptP', operands: 'text' },
  stat: { flags: 'Lft', values: 'c', long: 'terse dereference', longValues: 'format printf', operands: 'files' },
  file: { flags: 'bihLk', long: 'brief mime mime-type mime-encoding', operands: 'files' },
  du: {
    flags: 'ashkmcbxS',
    values: 'd',
    long: 'all summarize human-readable apparent-size total',
    longValues: 'max-depth exclude',
    operands: 'files',
  },
  df: { flags: 'hkTia', long: 'human-readable', operands: 'files' },
  basename: { flags: 'az', values: 's', operands: 'text' },
  dirname: { flags: 'z', operands: 'text' },
  realpath: { flags: 'emsqzLP', longValues: 'relative-to', operands: 'files' },
  readlink: { flags: 'fenm', operands: 'files' },
  sort: {
    flags: 'bdfgiMhnrRVcCusmz',
    values: 'kt',
    long: 'numeric-sort reverse unique human-numeric-sort version-sort stable',
    longValues: 'key field-separator',
    writesValue: 'o output',
    operands: 'files',
  },
  uniq: {
    flags: 'cdDuiz',
    values: 'fsw',
    long: 'count repeated unique ignore-case',
    operands: 'one-file',
  },
  cut: {
    flags: 'snz',
    values: 'bcdf',
    long: 'complement only-delimited',
    longValues: 'bytes characters delimiter fields output-delimiter',
    operands: 'files',
  },
  paste: { flags: 'sz', values: 'd', long: 'serial', longValues: 'delimiters', operands: 'files' },
  join: { flags: 'i', values: '12taoe', operands: 'files' },
  comm: { flags: '123z', operands: 'files' },
  column: { flags: 't', values: 's', operands: 'files' },
  fold: { flags: 'bs', values: 'w', operands: 'files' },
  expand: { flags: 'i', values: 't', operands: 'files' },
  fmt: { flags: 'cstu', values: 'w', operands: 'files' },
  pr: { flags: 'adfmtT', operands: 'files' },
  tsort: { operands: 'one-file' },
  rev: { operands: 'files' },
  tr: { flags: 'cCdst', long: 'delete squeeze-repeats complement', operands: 'text' },
  cmp: { flags: 'bls', values: 'ni', operands: 'files' },
  diff: {
    flags: 'uqcibwBEyast',
    values: 'U',
    long: 'brief side-by-side ignore-all-space color color=never color=always color=auto',
    longValues: 'exclude',
    attached: 'unified',
    needsRule: true,
    operands: 'plain-files',
  },
  xxd: { flags: 'abeEipuC', values: 'cglnos', whole: '-ps', single: true, needsRule: true, operands: 'one-file' },
  shuf: {
    flags: 'ezr',
    values: 'ni',
    long: 'echo zero-terminated repeat',
    longValues: 'head-count input-range',
    writesValue: 'o output',
    needsRule: true,
    operands: 'files',
  },
  od: { flags: 'abcdfilosxv', values: 'ANjt', attached: 'w', operands: 'files' },
  hexdump: { flags: 'bcCdovx', values: 'ns', operands: 'files' },
  strings: { flags: 'af', values: 'n', atFiles: true, operands: 'files' },
  cksum: SUMS,
  md5sum: SUMS,
  sha1sum: SUMS,
  sha256sum: SUMS,
  sha512sum: SUMS,
  base64: { flags: 'di', values: 'w', long: 'decode', operands: 'files' },
  seq: { flags: 'w', values: 'fs', count: true, operands: 'text' },
  sleep: { operands: 'text' },
  uname: { flags: 'asnrvmpio', operands: 'text' },
  whoami: { operands: 'text' },
  id: { flags: 'ugnGr', operands: 'text' },
  nproc: { operands: 'text' },
  arch: { operands: 'text' },
  groups: { operands: 'text' },
  uptime: { flags: 'ps', operands: 'text' },
  free: { flags: 'bkmghltw', operands: 'text' },
  locale: { flags: 'amck', operands: 'text' },
  expr: { operands: 'text' },
  numfmt: { operands: 'text' },
  jq: {
    flags: 'rncesSCMaj',
    long: 'raw-output null-input compact-output slurp sort-keys exit-status',
    needsRule: true,
    operands: 'script',
  },
  sed: {
    flags: 'nErsuz',
    values: 'e',
    long: 'quiet silent regexp-extended',
    longValues: 'expression',
    brings: 'e expression',
    inPlace: 'i in-place',
    needsRule: true,
    operands: 'script',
  },
  mkdir: { flags: 'pv', values: 'm', long: 'parents verbose', longValues: 'mode', operands: 'changed' },
  touch: { flags: 'acm', values: 'dt', long: 'no-create', longValues: 'date', readsValue: 'r reference', operands: 'changed' },
  rm: { flags: 'fidvI', long: 'force verbose dir interactive', below: 'r R recursive', operands: 'changed' },
  rmdir: { flags: 'pv', long: 'parents verbose ignore-fail-on-non-empty', operands: 'changed' },
  unlink: { operands: 'changed', needsRule: true },
  truncate: { flags: 'co', values: 's', longValues: 'size', readsValue: 'r reference', needsRule: true, operands: 'changed' },
  tee: { flags: 'aip', long: 'append', needsRule: true, operands: 'changed' },
  chmod: { flags: 'cfv', long: 'verbose', below: 'R recursive', needsRule: true, operands: 'mode' },
  cp: {
    flags: 'finpuvTx',
    long: 'force no-clobber preserve verbose update no-target-directory',
    below: 'r R a d recursive archive',
    operands: 'copy',
  },
  install: { flags: 'cCpvT', values: 'mgo', longValues: 'mode owner group', needsRule: true, operands: 'copy' },
  mv: { flags: 'finuvT', long: 'force no-clobber verbose update no-target-directory', operands: 'move' },
  ln: { flags: 'sfnvrT', long: 'symbolic force verbose relative', needsRule: true, operands: 'link' },
};
