import type { OddValue } from './file-program.js';
import type { Covered, Program } from './program.js';

/** Builds one row for each of several names, which `,` separates if one of them has a blank. */
export const each = (names: string, row: Covered): Readonly<Record<string, Covered>> =>
  Object.fromEntries(names.split(names.includes(',') ? ',' : ' ').map((name) => [name.trim(), row]));

/** A program without subcommands. Its options come before and behind its operands. */
export const flat = (row: Covered): Program => ({ options: row, covers: { '': row }, asks: '' });

const OUTSIDE = /^(?:[/~@]|[a-z+]+:\/\/)|(?:^|\/)\.\.(?:\/|$)/i;

/** Operands that lead out of the folder of the command, or name a list of further words. */
export const INSIDE: readonly OddValue[] = [['', OUTSIDE, /^[\w.]/]];

/** Whether a path in the folder is that of tests by its name, or by the name of a folder on the way. */
export const isTest = (path: string): boolean => {
  const names = path.replace(/^\.\//, '').split('/');
  return (
    names.every((name) => name !== '..' && /^[\w@*{},.-]+$/.test(name)) &&
    (names.some((name) => /^(?:tests?|specs?|__tests__|e2e)$/.test(name)) ||
      /^(?:test|spec)[._-]|(?:[._-](?:tests?|specs?)|Tests?)\.\w+$/.test(names.at(-1) ?? ''))
  );
};

/** Operands of a program that runs a file of this kind as it is, if an operand names it: it has to be a test. */
export const testFiles = (kind: RegExp): OddValue => [
  '',
  (word) => OUTSIDE.test(word) || (kind.test(word) && !isTest(word.replace(/:.*$/s, ''))),
  /^[\w.]/,
];

/** Operands other than the name of a package of a registry, with a version: a folder, an archive, an address, a repository. */
export const PACKAGES: readonly OddValue[] = [
  ['', /^(?!(?:@[\w.-]+\/)?[\w-][\w.-]*(?:@[\w.^~<>=*|+-]+)?$)|\.(?:tgz|tar|tar\.gz)$/],
];

/** Options without a value that only choose how much is printed. */
export const QUIET = 'silent quiet verbose color no-color help version';

/** Names that projects give to their scripts, and that no program on PATH has. */
export const SCRIPT_NAMES =
  'build build:prod build:dev build:watch dev develop start:dev serve preview lint lint:fix lint:js lint:ts lint:css typecheck type-check types tsc:check check:types format format:check format:fix prettier:check test:unit test:e2e test:integration test:watch test:coverage test:ci e2e coverage compile bundle generate codegen storybook build-storybook docs:build validate verify';

/** Programs of a project that test and check it. Each has a table of its own. */
export const NODE_TOOLS = 'tsc eslint prettier biome vitest jest mocha vite turbo nx';
export const PYTHON_TOOLS = 'pytest mypy ruff tox';
