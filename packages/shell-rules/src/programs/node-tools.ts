import type { Program } from './program.js';
import { each, flat, INSIDE, isTest, SCRIPT_NAMES } from './rows.js';

/** Options that would load a module, if they had a path or the name of a package. */
const NAMED = (names: string) => new RegExp(`^(?!(?:${names.replaceAll(' ', '|')})$)`);

/** Tasks of a workspace. `generate` is a command of its own, which makes files. */
const TASKS = SCRIPT_NAMES.replace(' generate', '');

export const TSC = flat({
  oneDash: true,
  long: 'noEmit noEmitOnError pretty watch w build b listFiles listFilesOnly listEmittedFiles incremental skipLibCheck strict emitDeclarationOnly declaration d sourceMap verbose v dry force f clean version help h all showConfig traceResolution diagnostics extendedDiagnostics explainFiles allowJs checkJs esModuleInterop resolveJsonModule isolatedModules noImplicitAny noImplicitReturns noUnusedLocals noUnusedParameters strictNullChecks exactOptionalPropertyTypes noUncheckedIndexedAccess forceConsistentCasingInFileNames allowImportingTsExtensions preserveWatchOutput stopBuildOnErrors composite noResolve',
  longValues: 'project p target t module m moduleResolution jsx lib types moduleDetection',
  odd: [['project p', INSIDE[0]?.[1] ?? /^/, /^[\w.]/], ...INSIDE],
});

export const ESLINT = flat({
  flags: 'hv',
  values: 'f',
  long: 'fix fix-dry-run quiet cache no-cache color no-color report-unused-disable-directives no-error-on-unmatched-pattern no-warn-ignored debug stats version help exit-on-fatal-error no-inline-config env-info pass-on-no-patterns pass-on-unpruned-suppressions prune-suppressions suppress-all no-ignore',
  longValues:
    'ext max-warnings ignore-pattern format fix-type cache-strategy global env report-unused-disable-directives-severity concurrency suppress-rule',
  odd: [['f format', NAMED('stylish json json-with-metadata html compact unix')], ...INSIDE],
});

export const PRETTIER = flat({
  flags: 'clwuh',
  long: 'check write list-different ignore-unknown no-color color cache no-cache single-quote jsx-single-quote no-semi no-bracket-spacing bracket-same-line use-tabs no-editorconfig no-config no-error-on-unmatched-pattern version help with-node-modules support-info require-pragma insert-pragma no-plugin-search single-attribute-per-line',
  longValues:
    'log-level loglevel tab-width print-width parser trailing-comma prose-wrap end-of-line arrow-parens quote-props config-precedence cache-strategy embedded-language-formatting html-whitespace-sensitivity stdin-filepath object-wrap',
  // Prettier 2 loads another name as a file of the folder.
  odd: [
    [
      'parser',
      NAMED(
        'acorn angular babel babel-flow babel-ts css espree flow glimmer graphql html json json-stringify json5 jsonc less lwc markdown mdx meriyah mjml scss typescript vue yaml',
      ),
    ],
    ...INSIDE,
  ],
});

const VITEST_ROW = {
  single: true,
  flags: 'wuh',
  values: 't',
  attached: 'watch coverage coverage.enabled silent changed typecheck bail hideSkippedTests',
  long: 'run update no-coverage passWithNoTests globals dom expandSnapshotDiff no-file-parallelism fileParallelism isolate no-isolate allowOnly dangerouslyIgnoreUnhandledErrors logHeapUsage no-color version help hideSkippedTests clearScreen json filesOnly',
  longValues:
    'testNamePattern bail pool maxWorkers minWorkers project testTimeout hookTimeout retry shard sequence.seed sequence.shuffle environment reporter teardownTimeout maxConcurrency exclude slowTestThreshold mode',
  odd: [
    ['environment', NAMED('node jsdom happy-dom edge-runtime')],
    ['pool', NAMED('threads forks vmThreads vmForks typescript browser')],
    ['reporter', NAMED('default verbose dot json junit tap tap-flat basic hanging-process github-actions tree agent minimal')],
    ['silent watch typecheck', /^(?!$|true$|false$|passed-only$)/],
    ['coverage coverage.enabled changed bail hideSkippedTests', /^(?!$|true$|false$|[\w~^]+$)/],
    ...INSIDE,
  ],
} as const;
export const VITEST: Program = {
  options: VITEST_ROW,
  covers: { '': VITEST_ROW, ...each('run watch dev related bench list typecheck', VITEST_ROW) },
  asks: 'complete init',
};

export const JEST = flat({
  single: true,
  flags: 'ibuofet',
  values: 'tw',
  attached: 'watchAll watch coverage ci bail passWithNoTests verbose silent',
  long: 'runInBand noStackTrace updateSnapshot onlyChanged onlyFailures lastCommit no-cache detectOpenHandles detectLeaks forceExit listTests json colors no-colors findRelatedTests runTestsByPath no-coverage logHeapUsage randomize expand debug showConfig noWatch watchman no-watchman clearMocks resetMocks restoreMocks version help errorOnDeprecated openHandlesTimeout injectGlobals showSeed waitNextEventLoopTurnForUnhandledRejectionEvents',
  longValues:
    'testNamePattern testPathPattern testPathPatterns testPathIgnorePatterns maxWorkers maxConcurrency testTimeout shard selectProjects ignoreProjects changedSince seed env',
  odd: [
    ['env', NAMED('node jsdom')],
    ['watchAll watch coverage ci bail passWithNoTests verbose silent', /^(?!$|true$|false$|\d+$)/],
    ...INSIDE,
  ],
});

export const MOCHA = flat({
  single: true,
  flags: 'bwipcAGSh',
  values: 'gftsjR',
  long: 'bail watch exit recursive parallel color no-color dry-run invert check-leaks forbid-only forbid-pending full-trace sort inline-diffs diff no-diff pass-on-failing-test-suite fail-zero async-only growl version help list-interfaces list-reporters',
  longValues: 'grep fgrep timeout retries jobs slow reporter ui ignore extension',
  odd: [
    ['reporter R', NAMED('spec dot min json list tap nyan landing progress markdown doc xunit json-stream')],
    ['ui', NAMED('bdd tdd qunit exports')],
    // A folder that an operand names is run as it is too.
    ['', (word) => !isTest(word)],
  ],
});

const BIOME_ROW = {
  flags: 'h',
  long: 'write fix unsafe apply apply-unsafe staged changed verbose no-errors-on-unmatched error-on-warnings json-pretty help version files-ignore-unknown format-with-errors use-server',
  longValues:
    'since max-diagnostics reporter diagnostic-level skip only colors indent-style indent-width line-width formatter-enabled linter-enabled assist-enabled log-level stdin-file-path',
  attached: 'files-ignore-unknown',
  odd: [...INSIDE, ['files-ignore-unknown', /^(?!true$|false$)/]],
} as const;
export const BIOME: Program = {
  options: { flags: 'hV', long: 'help version' },
  covers: { ...each('check lint format ci', BIOME_ROW), ...each('explain version rage', {}) },
  asks: 'clean init inspect lsp-proxy migrate search start stop upgrade',
};

const VITE_ROW = {
  single: true,
  flags: 'lmdfw',
  values: 'ml',
  attached: 'host open',
  long: 'strictPort force clearScreen ssr emptyOutDir minify watch sourcemap profile debug host help version',
  longValues: 'port mode logLevel target',
  odd: [...INSIDE, ['open', /^/], ['host', /^(?!true$|localhost$|127\.0\.0\.1$|0\.0\.0\.0$|$)/]],
} as const;
export const VITE: Program = {
  options: VITE_ROW,
  covers: { '': VITE_ROW, ...each('dev serve build preview optimize', VITE_ROW) },
  asks: '',
};

const TURBO_ROW = {
  flags: 'Fh',
  values: 'F',
  attached: 'dry dry-run parallel continue',
  long: 'force parallel continue no-cache only affected no-daemon daemon remote-only color no-color help version dry dry-run',
  longValues: 'filter concurrency output-logs log-order env-mode log-prefix cache-workers ui framework-inference verbosity',
} as const;
export const TURBO: Program = {
  options: TURBO_ROW,
  covers: {
    ...each(`run test start ${TASKS}`, TURBO_ROW),
    ...each('ls info', { ...TURBO_ROW, odd: [['', /^(?![\w@./-]+$)/]] }),
  },
  asks: 'bin completion daemon devtools docs exec g gen generate get-mfe-port hook link login logout prune query setup telemetry unlink watch',
};

const NX_ROW = {
  single: true,
  flags: 'tph',
  values: 'tpc',
  long: 'all parallel skip-nx-cache skipNxCache verbose nxBail dry-run help version json watch projects target',
  longValues:
    'target targets projects project exclude configuration base head files parallel output-style outputStyle maxParallel affected',
} as const;
export const NX: Program = {
  options: {},
  covers: {
    ...each(`run run-many affected test start ${TASKS}`, NX_ROW),
    ...each('show project,show projects,show target,list,report', NX_ROW),
  },
  asks: 'add apply-locally clear-cache complete-ci-run completion configure-ai-agents connect connect-to-nx-cloud daemon dep-graph download-cloud-client exec fix-ci format:write g generate graph import init login logout mcp migrate record release repair reset start-agent start-ci-run start-nx-agents stop-all-agents sync sync:check view-logs watch',
};
