/** Options that make a program run another program, write a file or read its configuration from elsewhere. */
export interface Risk {
  /** Letters, also inside a bundle. */
  readonly short?: string;
  /** Names, also abbreviated. A longer name matches too, because it may be another option. */
  readonly long?: string;
  /** Words that have the effect in any position, also behind `--`. */
  readonly words?: RegExp;
}

/** Builds one row for each name. */
const named = (names: string, risk: Risk): Readonly<Record<string, Risk>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, risk]));

/** By program, if no table of options exists. No allow rule with a specifier covers a call that uses one of the options. */
export const RISKS: Readonly<Record<string, Risk>> = {
  dd: { words: /^(?:if|of)=/ },
  ...named('ssh scp sftp', {
    short: 'FSEID',
    words: /proxycommand|localcommand|knownhostscommand|pkcs11provider|securitykeyprovider|xauthlocation|include[ =]/i,
  }),
  rsync: { short: 'e', long: 'rsh rsync-path files-from include-from exclude-from log-file write-batch temp-dir' },
  ...named('gcc g++ cc c++ clang clang++', { long: 'wrapper', words: /^@|^-(?:wrapper|fplugin|B|specs)|^-Xclang|^--config/ }),
  ...named('ld gold ar nm objdump objcopy readelf strip size addr2line ranlib as javac java javadoc', { words: /^@/ }),
  yq: { short: 'is', long: 'inplace split-exp' },
  patch: { short: 'oideP', long: 'output input directory ed' },
  split: { long: 'filter' },
  psql: { short: 'cfoLv', long: 'command file output log-file' },
  sqlite3: { long: 'cmd init', words: /^\.|^-(?:cmd|init)/ },
};
