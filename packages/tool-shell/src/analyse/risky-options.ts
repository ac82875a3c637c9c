/** Options with which a program runs another one, writes a file or reads its configuration from elsewhere. */
export interface Risk {
  /** Letters; met in a bundle too. */
  readonly short?: string;
  /** Names; met when abbreviated too. */
  readonly long?: string;
  /** Words that mean it wherever they stand. */
  readonly words?: RegExp;
  /** Options that take the next word, whatever it is. */
  readonly takes?: string;
}

/** By program, or by program and its first word. No allow rule with a specifier covers a call that uses one. */
export const RISKS: Readonly<Record<string, Risk>> = {
  git: {
    long: 'output ext-diff textconv upload-pack receive-pack exec exec-path config-env git-dir work-tree open-files-in-pager template separate-git-dir extcmd config no-index contents pathspec-from-file recurse-submodules attr-source output-directory index-output prefix temp in-place vcs',
    words: /^ext::/i,
    takes: '-m --message -n --format --pretty --since --until --author -S -G -L --grep --date -b -B --max-count',
  },
  'git grep': { short: 'O' },
  'git diff': { short: 'O' },
  'git log': { short: 'O' },
  'git show': { short: 'O' },
  'git rebase': { short: 'x' },
  'git clone': { short: 'uc' },
  'git fetch': { short: 'u' },
  'git pull': { short: 'u' },
  'git commit': { short: 'FtC', long: 'file' },
  'git tag': { short: 'F', long: 'file' },
  'git bisect': { words: /^run$/ },
  'git submodule': { words: /^foreach$/ },
  'git difftool': { words: /^/ },
  'git mergetool': { words: /^/ },
  'git filter-branch': { words: /^/ },
  ...Object.fromEntries(
    'filter-repo merge-index hook instaweb daemon credential credential-cache credential-store for-each-repo svn p4 cvsserver send-email web--browse citool gui shell http-backend maintenance bugreport diagnose upload-pack receive-pack upload-archive fast-import'
      .split(' ')
      .map((command) => [`git ${command}`, { words: /^/ }]),
  ),
  'git bundle': { words: /^create$/ },
  'git merge': { short: 'F', long: 'file' },
  'git notes': { short: 'F', long: 'file' },
  'git archive': { short: 'o' },
  'git format-patch': { short: 'o' },
  dd: { words: /^(?:if|of)=/ },
  tar: {
    short: 'IFK',
    long: 'use-compress-program to-command checkpoint-action rsh-command rmt-command info-script new-volume-script files-from',
  },
  zip: { long: 'unzip-command test', short: 'T' },
  rsync: { short: 'e', long: 'rsh rsync-path files-from include-from exclude-from log-file write-batch temp-dir' },
  curl: {
    short: 'oOKTJFDcE',
    long: 'output remote-name config upload-file output-dir dump-header cookie-jar form cert key trace trace-ascii netrc-file engine libcurl stderr hsts alt-svc etag-save',
    words: /^(?:-[a-zA-Z]*d|--data\S*=)?@|^file:/i,
  },
  wget: {
    short: 'OoaieP',
    long: 'output-document output-file append-output input-file execute config use-askpass directory-prefix post-file body-file load-cookies save-cookies',
  },
  make: { short: 'fICE', long: 'file makefile eval include-dir directory', words: /^[A-Z_]*(?:SHELL|MAKEFLAGS)=/ },
  npm: {
    short: 'C',
    long: 'script-shell shell node-options prefix userconfig globalconfig git onload-script cwd cache registry',
  },
  pnpm: { short: 'C', long: 'script-shell dir config' },
  yarn: { long: 'cwd script-shell use-yarnrc' },
  go: {
    long: 'exec toolexec vettool overlay modfile',
    words: /^-(?:exec|toolexec|vettool|overlay|modfile|ldflags|gcflags|asmflags|C|o)(?:=|$)/,
  },
  cargo: { short: 'CZ', long: 'config manifest-path target-dir' },
  gcc: { long: 'wrapper', words: /^-(?:wrapper|fplugin|B|specs)/ },
  man: { short: 'PHC', long: 'pager html config-file' },
  eslint: { short: 'co', long: 'config rulesdir output-file resolve-plugins-relative-to parser plugin format rule' },
  prettier: { long: 'plugin config find-config-path' },
  tsc: { words: /^--(?:outdir|outfile|tsbuildinfofile|declarationdir|plugins|generatetrace|generatecpuprofile)/i },
  pytest: { short: 'pco', long: 'rootdir confcutdir override-ini basetemp junitxml junit-xml log-file' },
  vitest: { short: 'cr', long: 'config root outputFile dir environment reporter' },
  jest: { short: 'c', long: 'config rootDir globalSetup outputFile runner transform setupFiles testRunner' },
  yq: { short: 'is', long: 'inplace split-exp' },
  shuf: { short: 'o', long: 'output' },
  xxd: { short: 'r' },
  less: { short: 'koO', words: /^\+/ },
  patch: { short: 'oideP', long: 'output input directory ed' },
  split: { long: 'filter' },
  psql: { short: 'cfoLv', long: 'command file output log-file' },
  sqlite3: { long: 'cmd init', words: /^\.|^-(?:cmd|init)/ },
};
