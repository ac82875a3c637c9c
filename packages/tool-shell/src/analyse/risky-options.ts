/** Options that make a program run another program, write a file or read its configuration from elsewhere. */
export interface Risk {
  /** Letters, also inside a bundle. */
  readonly short?: string;
  /** Names, also abbreviated. A longer name matches too, because it may be another option. */
  readonly long?: string;
  /** Words that have the effect in any position, also behind `--`. */
  readonly words?: RegExp;
  /**
   * Options that take the next word as their value, whatever it is. The options of a subcommand replace the options of its
   * program.
   */
  readonly takes?: string;
  /** Names that begin with a listed name and are harmless. */
  readonly fine?: string;
}

/** Builds one row for each name. `|` separates names that contain a blank. */
const named = (names: string, risk: Risk): Readonly<Record<string, Risk>> =>
  Object.fromEntries(names.split(names.includes('|') ? '|' : ' ').map((name) => [name, risk]));

/** By program, or by program and its first word. No allow rule with a specifier covers a call that uses one of the options. */
export const RISKS: Readonly<Record<string, Risk>> = {
  dd: { words: /^(?:if|of)=/ },
  ...named('ssh scp sftp', {
    short: 'FSEID',
    words: /proxycommand|localcommand|knownhostscommand|pkcs11provider|securitykeyprovider|xauthlocation|include[ =]/i,
  }),
  rsync: { short: 'e', long: 'rsh rsync-path files-from include-from exclude-from log-file write-batch temp-dir' },
  npm: {
    short: 'C',
    long: 'script-shell shell node-options prefix userconfig globalconfig git onload-script cwd cache registry editor viewer browser',
    fine: 'git-tag-version',
  },
  ...named('npm config|npm c|pnpm config|pnpm c|yarn config', { words: /^(?:set|edit|delete|rm|fix|unset)$/ }),
  ...named('npm set|pnpm set|pip config|pip3 config|gh alias|gh config|gh extension', { words: /^/ }),
  pnpm: { short: 'C', long: 'script-shell dir config' },
  yarn: { long: 'cwd script-shell use-yarnrc' },
  go: {
    long: 'exec toolexec vettool overlay modfile',
    words:
      /^--?(?:exec|toolexec|vettool|overlay|modfile|ldflags|gcflags|asmflags|C|o|outputdir|(?:test\.)?(?:cover|cpu|mem|block|mutex)profile|(?:test\.)?trace)(?:=|$)/,
  },
  'go env': { words: /^-[wu]$/ },
  cargo: { short: 'CZ', long: 'config manifest-path target-dir artifact-dir out-dir lockfile-path' },
  ...named('gcc g++ cc c++ clang clang++', { long: 'wrapper', words: /^@|^-(?:wrapper|fplugin|B|specs)|^-Xclang|^--config/ }),
  ...named('ld gold ar nm objdump objcopy readelf strip size addr2line ranlib as javac java javadoc', { words: /^@/ }),
  eslint: { short: 'co', long: 'config rulesdir output-file resolve-plugins-relative-to parser plugin format rule' },
  prettier: { long: 'plugin config find-config-path', fine: 'config-precedence' },
  tsc: { words: /^--?(?:outdir|outfile|tsbuildinfofile|declarationdir|plugins|generatetrace|generatecpuprofile)/i },
  pytest: {
    short: 'pco',
    long: 'rootdir confcutdir override-ini basetemp junitxml junit-xml log-file config-file cov-config pdbcls pastebin debug report-log',
  },
  vitest: { short: 'cr', long: 'config root outputFile dir environment reporter' },
  jest: { short: 'c', long: 'config rootDir globalSetup outputFile runner transform setupFiles testRunner' },
  mocha: { short: 'r', long: 'require config package file reporter' },
  rspec: { short: 'rIoO', long: 'require options out default-path' },
  phpunit: { short: 'c', long: 'configuration bootstrap extension cache-directory' },
  ...named('gradle gradlew', {
    short: 'Ipbcg',
    long: 'init-script project-dir build-file settings-file include-build project-cache-dir gradle-user-home',
  }),
  ...named('mvn mvnw', {
    short: 'fgst',
    long: 'file settings global-settings toolchains',
    words: /^-D(?:exec|maven\.(?:ext|repo))/,
  }),
  terraform: { words: /^--?chdir/ },
  ...named('uv poetry', { short: 'C', long: 'directory project config-file' }),
  yq: { short: 'is', long: 'inplace split-exp' },
  patch: { short: 'oideP', long: 'output input directory ed' },
  split: { long: 'filter' },
  psql: { short: 'cfoLv', long: 'command file output log-file' },
  sqlite3: { long: 'cmd init', words: /^\.|^-(?:cmd|init)/ },
};
