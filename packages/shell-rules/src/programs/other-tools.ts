import { NONE, type Program } from './program.js';
import { each, flat, INSIDE, testFiles } from './rows.js';

const TF = {
  oneDash: true,
  long: 'no-color json compact-warnings refresh-only destroy detailed-exitcode raw recursive check diff upgrade reconfigure',
  longValues: 'var target replace lock lock-timeout input parallelism refresh',
  readsValue: 'var-file',
} as const;
export const TERRAFORM: Program = {
  options: { oneDash: true, long: 'version help' },
  covers: {
    plan: { ...TF, writesValue: 'out', odd: NONE },
    providers: { ...TF, odd: NONE },
    ...each('validate,providers schema,output,show,version,workspace list,workspace show,graph', { ...TF, odd: INSIDE }),
    ...each('state list,state show', TF),
    init: { ...TF, odd: NONE },
    fmt: { ...TF, longValues: 'write list', odd: INSIDE },
  },
  asks: 'apply console destroy force-unlock get import login logout metadata modules refresh taint test untaint',
};

const DOTNET_ROW = {
  flags: 'vlh',
  values: 'cfvr',
  long: 'no-build no-restore no-incremental no-dependencies nologo list-tests force self-contained help blame',
  longValues: 'configuration framework verbosity filter runtime project',
  odd: [['project', INSIDE[0]?.[1] ?? /^/], ...INSIDE],
} as const;
export const DOTNET: Program = {
  absent: 'Neither npm nor Debian has the program.',
  options: { flags: 'hd', long: 'version info list-sdks list-runtimes help diagnostics' },
  covers: {
    ...each('build,test,clean,restore,pack', DOTNET_ROW),
    run: { ...DOTNET_ROW, odd: [DOTNET_ROW.odd[0]] },
    format: { ...DOTNET_ROW, long: `${DOTNET_ROW.long} verify-no-changes` },
    ...each('list package,list reference,sln list,tool list,package list,package search', {
      ...DOTNET_ROW,
      long: `${DOTNET_ROW.long} outdated deprecated vulnerable include-transitive global`,
    }),
    ...each('add package,package add', {
      flags: 'n',
      values: 'vf',
      long: 'no-restore prerelease',
      longValues: 'version framework',
      odd: [['', /^(?![\w.-]+$)/]],
    }),
  },
  asks: '',
};

export const RSPEC = flat({
  flags: 'bcwXh',
  values: 'fepPtEs',
  attached: 'fail-fast profile',
  long: 'backtrace color no-color force-color warnings dry-run only-failures next-failure bisect help version fail-fast profile',
  longValues: 'format example example-matches tag seed order',
  odd: [
    ['f format', /^(?!(?:p|progress|d|documentation|h|html|j|json|f|failures)$)/],
    ['P', INSIDE[0]?.[1] ?? /^/],
    testFiles(/\.rb(?:[:[]|$)/),
  ],
});

export const BUNDLE: Program = {
  options: { flags: 'vh', long: 'version verbose no-color help' },
  covers: {
    ...each('install check list show outdated info update licenses platform lock', {
      flags: 'vj',
      values: 'j',
      long: 'quiet verbose no-color local all jobs parseable dry-run',
      longValues: 'jobs retry',
      odd: [['', /^(?![\w.-]+$)/]],
    }),
    exec: { runs: { from: 0, of: 'rspec rake' } },
  },
  asks: 'add binstubs cache clean cli-help config console doctor env fund gem help init inject issue open plugin pristine remove version viz',
};

const COMPOSER_BASE = {
  flags: 'qvnW',
  long: 'quiet verbose no-interaction no-progress no-dev dev prefer-dist optimize-autoloader no-scripts no-plugins dry-run ansi no-ansi with-all-dependencies with-dependencies help version tree direct outdated latest strict locked all json installed',
} as const;
export const COMPOSER: Program = {
  options: { flags: 'qvnV', long: 'quiet verbose no-interaction ansi no-ansi version help' },
  covers: {
    ...each('install i update u require remove dump-autoload dumpautoload', {
      ...COMPOSER_BASE,
      flags: 'qvnWoa',
      odd: [['', /^(?![\w.-]+\/[\w.-]+(?:[:=@]?[\w.^~*|<>= -]+)?$)/]],
    }),
    ...each(
      'show outdated validate audit why depends why-not prohibits licenses suggests search fund check-platform-reqs status diagnose about list',
      {
        ...COMPOSER_BASE,
        flags: 'qvntDioaAlm',
        longValues: 'format',
        values: 'f',
      },
    ),
  },
  asks: 'archive browse bump clear-cache completion config create-project exec global help init reinstall run-script',
};

export const PHPUNIT = flat({
  flags: 'vh',
  attached: 'colors',
  long: 'testdox no-coverage coverage-text stop-on-failure stop-on-error stop-on-defect debug verbose display-deprecations display-warnings display-notices no-progress help version list-tests list-suites list-groups colors fail-on-warning',
  longValues: 'filter testsuite group exclude-group order-by random-order-seed',
  odd: [testFiles(/\.php$/)],
});

export const RUSTUP: Program = {
  options: { flags: 'vqV', long: 'verbose quiet version help' },
  covers: {
    ...each('show,show active-toolchain,toolchain list,target list,component list,which,check,show home', {
      flags: 'v',
      long: 'installed verbose quiet',
      odd: [['', /\//]],
    }),
  },
  asks: 'completions default doc help install man override run self set uninstall update',
};
