import { NONE, type Program } from './program.js';
import { each, NODE_TOOLS, PACKAGES, QUIET, SCRIPT_NAMES } from './rows.js';

const INSTALL = {
  flags: 'dDEPpyf',
  long: `${QUIET} dev development optional peer exact production frozen-lockfile no-save save dry-run force no-cache ignore-scripts no-progress no-summary lockfile-only`,
} as const;

export const BUN: Program = {
  options: { flags: 'hv', long: QUIET },
  covers: {
    ...each('install i ci', { ...INSTALL, odd: NONE }),
    ...each('add a remove rm update outdated audit why info', { ...INSTALL, odd: PACKAGES }),
    test: {
      flags: 'ut',
      values: 't',
      long: 'update-snapshots only todo coverage watch bail rerun-each-failing',
      longValues: 'timeout rerun-each test-name-pattern coverage-reporter max-concurrency',
      attached: 'bail',
      odd: [
        ['', /^[/~]|(?:^|\/)\.\.(?:\/|$)/],
        ['coverage-reporter', /^(?!text$|lcov$)/],
      ],
    },
    run: {
      operands: 'task',
      long: 'silent watch hot',
      odd: [
        [
          '',
          new RegExp(
            `^(?!(?:${SCRIPT_NAMES.replaceAll(' ', '|')}|test|start|[\\w.-]+:[\\w.:-]+|(?:\\./)?(?!\\.\\.)[\\w-][\\w./-]*\\.[cm]?[jt]sx?)$)|(?:^|/)\\.\\.(?:/|$)`,
          ),
        ],
      ],
    },
    ...each(SCRIPT_NAMES.replace('build ', ''), { operands: 'own' }),
    ...each('pm ls,pm bin,pm hash,pm cache', {}),
    ...each(NODE_TOOLS, { runs: { from: -1, of: NODE_TOOLS } }),
    x: { runs: { from: 0, of: NODE_TOOLS } },
  },
  asks: 'build check create dedupe exec fmt init link prune publish repl unlink upgrade',
};
