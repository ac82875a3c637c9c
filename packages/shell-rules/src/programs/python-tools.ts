import { NONE, type Program } from './program.js';
import { each, flat, INSIDE, testFiles } from './rows.js';

export const PYTEST = flat({
  flags: 'qvxslh',
  values: 'kmnWrp',
  attached: 'cov tb',
  long: 'quiet verbose exitfirst showlocals last-failed lf failed-first ff new-first nf stepwise sw stepwise-skip collect-only co no-header no-summary strict-markers strict-config runxfail fixtures markers version help setup-show setup-only setup-plan disable-warnings full-trace cache-clear no-cov no-cov-on-fail cov-append cov-branch trace-config keep-duplicates disable-pytest-warnings',
  longValues:
    'maxfail durations durations-min capture color verbosity timeout dist numprocesses reruns reruns-delay import-mode deselect ignore ignore-glob show-capture lfnf last-failed-no-failures cov-report cov-fail-under randomly-seed count code-highlight',
  odd: [
    // A plugin is imported, and so is the category of a warning.
    ['p', /^(?!no:[\w.-]+$)/],
    ['W', /\./],
    // `html:folder` and `xml:file` write there.
    ['cov-report', /:/],
    testFiles(/\.py(?:::|$)/),
  ],
});

export const MYPY = flat({
  flags: 'vh',
  values: 'pm',
  long: 'strict ignore-missing-imports show-error-codes hide-error-codes no-error-summary pretty no-pretty show-column-numbers show-error-context show-error-end namespace-packages no-namespace-packages explicit-package-bases no-incremental check-untyped-defs disallow-untyped-defs disallow-incomplete-defs disallow-untyped-calls disallow-any-generics no-implicit-optional warn-unused-ignores warn-redundant-casts warn-return-any warn-unreachable warn-unused-configs strict-equality strict-optional no-implicit-reexport no-site-packages no-color-output verbose version help allow-redefinition skip-cache-mtime-checks follow-imports-for-stubs',
  longValues:
    'package module python-version platform follow-imports exclude disable-error-code enable-error-code always-true always-false output',
  odd: INSIDE,
});

const RUFF_ROW = {
  flags: 'qvsneh',
  long: 'quiet verbose silent fix no-fix fix-only unsafe-fixes no-unsafe-fixes show-fixes diff watch statistics check no-cache preview no-preview exit-zero exit-non-zero-on-fix exit-non-zero-on-format isolated force-exclude respect-gitignore add-noqa show-files show-settings ignore-noqa help all version',
  longValues:
    'select ignore extend-select extend-ignore fixable unfixable output-format exclude extend-exclude target-version line-length stdin-filename range per-file-ignores dummy-variable-rgx',
  odd: INSIDE,
} as const;
export const RUFF: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: { flags: 'qvsVh', long: 'quiet verbose silent isolated version help' },
  covers: { ...each('check format rule linter config version', RUFF_ROW) },
  asks: '',
};

export const TOX: Program = {
  options: {
    flags: 'lvqrph',
    values: 'e',
    long: 'listenvs verbose quiet recreate parallel help version notest skip-pkg-install',
    operands: 'command',
  },
  covers: {
    '': {
      flags: 'lvqrph',
      values: 'e',
      long: 'listenvs verbose quiet recreate parallel help version notest skip-pkg-install',
      odd: NONE,
    },
    ...each('run r run-parallel p list l', {
      flags: 'vqr',
      values: 'em',
      long: 'verbose quiet recreate notest',
      longValues: 'parallel',
      odd: NONE,
    }),
  },
  asks: '',
};
