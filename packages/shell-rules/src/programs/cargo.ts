import { NONE, type Program } from './program.js';
import { each } from './rows.js';

const QUIET = 'verbose quiet offline locked frozen help';
const BUILD = {
  flags: 'vqr',
  values: 'pFj',
  long: `${QUIET} all workspace all-targets lib bins tests examples benches release all-features no-default-features keep-going ignore-rust-version future-incompat-report no-run no-fail-fast doc no-deps document-private-items list`,
  longValues: 'package features bin test example bench exclude profile jobs color message-format target',
  attached: 'timings',
  // A target may be a file, which names a linker.
  odd: [
    ['target', /[./]/, /^\w/],
    ['p package', /[/:]/],
    ['', /^--?logfile/],
  ],
} as const;
const NAME = /^(?![\w-]+(?:@[\w.^~=*<>]+)?$)/;
const LINTS =
  /^(?![\w:.-]+$|-[DWAF][\w:-]*$|--(?:deny|warn|allow|forbid)(?:=[\w:-]+)?$)|^-(?![DWAF]|-(?:deny|warn|allow|forbid))/;

export const CARGO: Program = {
  options: { flags: 'vqVh', long: `${QUIET} version list`, longValues: 'color' },
  covers: {
    ...each('build b check c test t run r bench doc d', BUILD),
    clippy: { ...BUILD, long: `${BUILD.long} fix allow-dirty allow-staged allow-no-vcs`, odd: [BUILD.odd[0], ['', LINTS]] },
    fmt: {
      flags: 'vqp',
      long: `${QUIET} all check`,
      longValues: 'package message-format',
      odd: [['', /^(?!--?(?:check|edition|l|v|q)$|--edition=\d{4}$|\d{4}$|(?!\/)(?!.*\.\.)[\w./-]+\.rs$)/]],
    },
    ...each('tree', {
      ...BUILD,
      flags: 'vqdi',
      values: 'peiF',
      long: `${BUILD.long} duplicates invert no-dedupe`,
      longValues: `${BUILD.longValues} edges depth prefix charset format invert prune`,
      odd: [BUILD.odd[0], ['p package e i', /\//], ['', /^/]],
    }),
    metadata: {
      flags: 'vq',
      values: 'F',
      long: `${QUIET} no-deps all-features no-default-features`,
      longValues: 'format-version features filter-platform',
      odd: NONE,
    },
    ...each('fetch generate-lockfile locate-project verify-project clean', {
      flags: 'vqr',
      values: 'p',
      long: `${QUIET} release doc workspace`,
      longValues: 'package profile message-format color',
      odd: NONE,
    }),
    ...each('pkgid search info', { flags: 'vq', long: QUIET, longValues: 'limit', odd: [['', NAME]] }),
    update: {
      flags: 'vqw',
      values: 'p',
      long: `${QUIET} recursive workspace aggressive dry-run breaking`,
      longValues: 'package precise',
      odd: [['', NAME]],
    },
    add: {
      flags: 'vqF',
      values: 'Fp',
      long: `${QUIET} dev build optional no-optional default-features no-default-features dry-run`,
      longValues: 'features package rename target',
      odd: [['', NAME]],
    },
    ...each('remove rm', {
      flags: 'vq',
      values: 'p',
      long: `${QUIET} dev build dry-run`,
      longValues: 'package target',
      odd: [['', NAME]],
    }),
    ...each('version help', { flags: 'v', odd: NONE }),
  },
  asks: 'config fix git-checkout init install login logout miri new owner package publish read-manifest report rustc rustdoc uninstall vendor yank',
};
