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
  /** Whether long names may have one dash, and no letters are bundled: `-count=1`. */
  readonly oneDash?: boolean;
  /** Whether `-5` is a count. */
  readonly count?: boolean;
  /** Names with two words behind them, a name and a value: `--arg a 1`. */
  readonly pairs?: string;
  /** Names with two words behind them, a name and a file. */
  readonly readsPair?: string;
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
   * name of a repository, or a file of that name. `command`: from the first on, a command of its own. `task`: the first
   * names a task, and all further words are its own. `own`: all words
   * are those of a task, also what looks like an option.
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
    | 'command'
    | 'task'
    | 'own';
  /** For `others`: whether the program only reads the files that its words name. */
  readonly onlyReads?: boolean;
  /** Whether every call needs a rule: the program leaves more than its files, or has a rule of its own. */
  readonly needsRule?: boolean;
}

export type OddValue = readonly [options: string, means: RegExp | ((word: string) => boolean), openLead?: RegExp];

const GREP: FileProgram = {
  flags: 'EFGPivwxcloLqsnHhbaIUZzyT',
  values: 'eABCm',
  long: 'count ignore-case line-number invert-match word-regexp line-regexp files-with-matches files-without-match only-matching fixed-strings extended-regexp basic-regexp perl-regexp no-filename with-filename no-messages quiet text null null-data line-buffered byte-offset initial-tab no-ignore-case color color=auto color=always color=never',
  longValues: 'regexp include exclude exclude-dir max-count',
  attached: 'context after-context before-context',
  readsValue: 'f file',
  brings: 'e regexp f file',
  below: 'r recursive',
  count: true,
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

/** Programs that print what a compressed file holds. */
const ZIPPED: Readonly<Record<string, FileProgram>> = Object.fromEntries(
  ['zcat', 'bzcat', 'xzcat', 'zstdcat', 'lzcat'].map((name) => [name, { operands: 'files' as const }]),
);

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
    longValues: 'sort time ignore time-style format block-size indicator-style quoting-style width hide',
    operands: 'files',
  },
  tree: { flags: 'adfispuhDCnASJX', values: 'LIP', long: 'dirsfirst noreport gitignore prune si', operands: 'files' },
  pwd: { flags: 'LP', operands: 'text' },
  wc: { flags: 'clLmw', long: 'lines words bytes chars max-line-length', operands: 'files' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    flags: 'iSsnNlcowvxFUuHIhpqPa',
    values: 'egtTABCmMjrd',
    long: 'hidden no-ignore ignore-case smart-case line-number no-line-number files files-with-matches files-without-match count only-matching word-regexp fixed-strings multiline json no-heading heading no-filename pcre2 vimgrep stats type-list debug trim passthru no-messages no-ignore-vcs no-config crlf null invert-match smart-case quiet pretty column no-column color=never color=always color=auto',
    longValues:
      'regexp glob iglob type type-not max-count context after-context before-context max-depth sort replace max-columns',
    brings: 'e regexp files',
    below: '*',
    operands: 'pattern',
  },
  date: {
    flags: 'uR',
    values: 'd',
    long: 'utc',
    longValues: 'date',
    readsValue: 'r reference',
    attached: 'I iso-8601',
    operands: 'format',
  },
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
  df: {
    flags: 'hkTialPHm',
    values: 'txB',
    long: 'human-readable inodes print-type total local si',
    attached: 'output',
    operands: 'files',
  },
  basename: { flags: 'az', values: 's', operands: 'text' },
  dirname: { flags: 'z', operands: 'text' },
  realpath: { flags: 'emsqzLP', longValues: 'relative-to', operands: 'files' },
  readlink: { flags: 'fenm', operands: 'files' },
  sort: {
    flags: 'bdfgiMhnrRVcCusmz',
    values: 'kt',
    long: 'numeric-sort reverse unique human-numeric-sort version-sort stable random-sort general-numeric-sort month-sort ignore-case dictionary-order ignore-leading-blanks ignore-nonprinting zero-terminated check merge',
    longValues: 'key field-separator parallel',
    writesValue: 'o output',
    operands: 'files',
  },
  uniq: {
    flags: 'cdDuiz',
    values: 'fsw',
    long: 'count repeated unique ignore-case zero-terminated',
    longValues: 'skip-fields skip-chars check-chars',
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
  column: {
    flags: 'tJxen',
    values: 'scoN',
    long: 'table json fillrows',
    longValues: 'separator output-separator table-columns',
    operands: 'files',
  },
  fold: { flags: 'bs', values: 'w', operands: 'files' },
  expand: { flags: 'i', values: 't', operands: 'files' },
  unexpand: { flags: 'a', values: 't', operands: 'files' },
  fmt: { flags: 'cstu', values: 'w', operands: 'files' },
  pr: { flags: 'adfmtT', operands: 'files' },
  tsort: { operands: 'one-file' },
  rev: { operands: 'files' },
  tr: { flags: 'cCdst', long: 'delete squeeze-repeats complement', operands: 'text' },
  cmp: { flags: 'bls', values: 'ni', operands: 'files' },
  diff: {
    flags: 'uqcibwBEyastdTNpZ',
    values: 'UxIWCF',
    long: 'brief side-by-side ignore-all-space ignore-space-change ignore-blank-lines ignore-case ignore-trailing-space ignore-tab-expansion strip-trailing-cr report-identical-files suppress-common-lines left-column expand-tabs initial-tab minimal text new-file speed-large-files show-c-function normal no-dereference color color=never color=always color=auto',
    longValues: 'exclude width ignore-matching-lines show-function-line label horizon-lines',
    attached: 'unified context',
    operands: 'plain-files',
  },
  xxd: { flags: 'abeEipurCd', values: 'cglnos', whole: '-ps', single: true, operands: 'one-file' },
  shuf: {
    flags: 'ezr',
    values: 'ni',
    long: 'echo zero-terminated repeat',
    longValues: 'head-count input-range',
    writesValue: 'o output',
    operands: 'files',
  },
  b2sum: SUMS,
  sum: { flags: 'rs', operands: 'files' },
  od: { flags: 'abcdfilosxv', values: 'ANjt', attached: 'w', operands: 'files' },
  hexdump: { flags: 'bcCdovx', values: 'ns', operands: 'files' },
  strings: { flags: 'af', values: 'n', atFiles: true, operands: 'files' },
  cksum: SUMS,
  md5sum: SUMS,
  sha1sum: SUMS,
  sha256sum: SUMS,
  sha512sum: SUMS,
  base64: { flags: 'di', values: 'w', long: 'decode ignore-garbage', longValues: 'wrap', operands: 'files' },
  base32: { flags: 'di', values: 'w', long: 'decode ignore-garbage', longValues: 'wrap', operands: 'files' },
  seq: { flags: 'w', values: 'fs', count: true, operands: 'text' },
  sleep: { operands: 'text' },
  uname: { flags: 'asnrvmpio', operands: 'text' },
  whoami: { operands: 'text' },
  id: { flags: 'ugnGr', operands: 'text' },
  nproc: { long: 'all', longValues: 'ignore', operands: 'text' },
  arch: { operands: 'text' },
  groups: { operands: 'text' },
  uptime: { flags: 'ps', operands: 'text' },
  free: { flags: 'bkmghltw', operands: 'text' },
  locale: { flags: 'amck', operands: 'text' },
  expr: { operands: 'text' },
  numfmt: { longValues: 'to from field suffix format padding round', long: 'grouping', operands: 'text' },
  factor: { operands: 'text' },
  printenv: { flags: '0', operands: 'text' },
  tty: { flags: 's', operands: 'text' },
  logname: { operands: 'text' },
  users: { operands: 'files' },
  who: { flags: 'abdHlmpqrstTu', operands: 'files' },
  lscpu: { flags: 'aebcJpxy', operands: 'text' },
  lsblk: { flags: 'abdfiJlmnpPrStz', values: 'o', operands: 'files' },
  getconf: { flags: 'a', operands: 'text' },
  whereis: { flags: 'bmsu', operands: 'text' },
  // Without an operand, which would set the name.
  hostname: { flags: 'fsdiIAy', odd: [['', /^/]], operands: 'text' },
  ...ZIPPED,
  jq: {
    flags: 'rncesSCMajRV',
    long: 'raw-output null-input compact-output slurp sort-keys exit-status raw-input join-output ascii-output color-output monochrome-output tab seq stream unbuffered version help',
    longValues: 'indent',
    pairs: 'arg argjson',
    readsPair: 'slurpfile rawfile',
    operands: 'script',
  },
  sed: {
    flags: 'nErsuz',
    values: 'e',
    long: 'quiet silent regexp-extended',
    longValues: 'expression',
    brings: 'e expression',
    inPlace: 'i in-place',
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
