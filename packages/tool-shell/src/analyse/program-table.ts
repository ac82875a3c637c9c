/** How a program that only reads is called. Any other option, or an abbreviated one, makes the call not read-only. */
export interface Program {
  /** Letters without a value. */
  readonly short?: string;
  /** Letters with a value, in the same word or the next. */
  readonly valued?: string;
  readonly long?: readonly string[];
  readonly longValued?: readonly string[];
  /** `-5` is a count. */
  readonly count?: boolean;
  /** What the operands are. `pattern`: the first is no file, unless an option gave the pattern. */
  readonly operands: 'text' | 'files' | 'pattern' | 'one-file' | 'format';
}

const GREP: Program = {
  short: 'EFGPivwxcloLqsnHhbarIUZzyT',
  valued: 'eABCm',
  long: [
    'count',
    'ignore-case',
    'line-number',
    'recursive',
    'invert-match',
    'word-regexp',
    'files-with-matches',
    'only-matching',
    'fixed-strings',
    'extended-regexp',
    'color=auto',
    'color=always',
    'color=never',
  ],
  longValued: ['regexp', 'include', 'exclude', 'exclude-dir', 'max-count', 'context', 'after-context', 'before-context'],
  operands: 'pattern',
};

const ENDS: Program = {
  short: 'qvz',
  valued: 'nc',
  long: ['quiet', 'verbose'],
  longValued: ['lines', 'bytes'],
  count: true,
  operands: 'files',
};

/** Left out on purpose: git (its configuration runs programs) and diff (it follows the links inside of folders). */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  cat: { short: 'AbeEnstTuv', long: ['number', 'show-all'], operands: 'files' },
  head: ENDS,
  tail: ENDS,
  ls: {
    short: 'aAbBcdfFgGhiklmnNopqQrRsStuUvxXZ1',
    valued: 'ITw',
    long: [
      'all',
      'almost-all',
      'human-readable',
      'recursive',
      'reverse',
      'directory',
      'inode',
      'size',
      'color=auto',
      'color=always',
      'color=never',
      'group-directories-first',
    ],
    longValued: ['sort', 'time', 'ignore', 'time-style'],
    operands: 'files',
  },
  pwd: { short: 'LP', operands: 'text' },
  wc: { short: 'clLmw', long: ['lines', 'words', 'bytes', 'chars'], operands: 'files' },
  grep: GREP,
  egrep: GREP,
  fgrep: GREP,
  rg: {
    short: 'iSsnNlcowvxFUuHIhpq',
    valued: 'egtTABCmMjr',
    long: [
      'hidden',
      'no-ignore',
      'ignore-case',
      'smart-case',
      'line-number',
      'no-line-number',
      'files-with-matches',
      'count',
      'only-matching',
      'word-regexp',
      'fixed-strings',
      'multiline',
      'json',
      'no-heading',
      'heading',
      'color=never',
      'color=always',
      'color=auto',
    ],
    longValued: [
      'regexp',
      'glob',
      'type',
      'type-not',
      'max-count',
      'context',
      'after-context',
      'before-context',
      'max-depth',
      'sort',
    ],
    operands: 'pattern',
  },
  date: { short: 'uR', valued: 'd', long: ['utc'], longValued: ['date', 'iso-8601'], operands: 'format' },
  which: { short: 'a', operands: 'text' },
  stat: { short: 'Lft', valued: 'c', long: ['terse', 'dereference'], longValued: ['format', 'printf'], operands: 'files' },
  file: { short: 'bihLk', long: ['brief', 'mime', 'mime-type', 'mime-encoding'], operands: 'files' },
  du: {
    short: 'ashkmcbxS',
    valued: 'd',
    long: ['all', 'summarize', 'human-readable', 'apparent-size', 'total'],
    longValued: ['max-depth'],
    operands: 'files',
  },
  df: { short: 'hkTia', long: ['human-readable'], operands: 'files' },
  basename: { short: 'az', valued: 's', operands: 'text' },
  dirname: { short: 'z', operands: 'text' },
  realpath: { short: 'emsqzLP', operands: 'files' },
  sort: {
    short: 'bdfgiMhnrRVcCusmz',
    valued: 'kt',
    long: ['numeric-sort', 'reverse', 'unique', 'human-numeric-sort', 'version-sort'],
    longValued: ['key', 'field-separator'],
    operands: 'files',
  },
  uniq: { short: 'cdDuiz', valued: 'fsw', long: ['count', 'repeated', 'unique', 'ignore-case'], operands: 'one-file' },
  cut: {
    short: 'snz',
    valued: 'bcdf',
    long: ['complement', 'only-delimited'],
    longValued: ['bytes', 'characters', 'delimiter', 'fields', 'output-delimiter'],
    operands: 'files',
  },
  tr: { short: 'cCdst', long: ['delete', 'squeeze-repeats', 'complement'], operands: 'text' },
  cmp: { short: 'bls', valued: 'ni', operands: 'files' },
  seq: { short: 'w', valued: 'fs', count: true, operands: 'text' },
  sleep: { operands: 'text' },
};

/** Take any words, and do no more than print them or end. */
export const HARMLESS = new Set(['echo', 'true', 'false', ':']);
