import { resolve } from 'node:path';
import { folderOf } from '@loadout/config';
import type { Path } from '@loadout/config/documents';
import type { Position } from '@loadout/core';
import type { Case, CaseSource } from '../cases/cases-of.js';
import type { TestSpec } from './test-schema.js';

/** One test, with its row filled in. */
export interface LoadedTest {
  /** The name with the row filled in. Unique within the file. */
  readonly name: string;
  /** The absolute path of the file that declares the test. Paths in the test are relative to its folder. */
  readonly file: string;
  readonly spec: TestSpec;
  /** The position of the test's name. */
  readonly position: Position;
  /** Returns the position of a value of `spec`, such as `['expect', 'calls', 'list', 0]`, or of its nearest ancestor. */
  at(path: Path): Position;
  /** Returns the line of a position between its neighbours, with a mark under the word. */
  frame(position: Position): string | undefined;
  /** Present for a test with `cases`, `variants` or `score`. `spec` is then that of its first case. */
  readonly ofEval?: EvalPart | undefined;
}

/** The number of an eval that says how many runs pass. The others are its scores. */
export const PASSED = 'passed';

/** A test that is measured. */
export interface EvalPart {
  /** The test as it is written, with its row filled in. */
  readonly written: { readonly [key: string]: unknown };
  readonly source: CaseSource;
  readonly variants: readonly string[];
  /** Returns the eval with other variants, written as in the file. */
  withVariants(variants: Readonly<Record<string, object>>): EvalPart;
  /** Returns the test of one case and variant. Throws EVAL_CASE. */
  forCase(one: Case, variant: string | undefined): LoadedTest;
}

export interface LoadedTests {
  readonly tests: readonly LoadedTest[];
  /** The files with tests, in order: the configuration first. */
  readonly files: readonly string[];
}

/** The absolute paths that a test names. */
interface NamedPaths {
  readonly scripts: readonly string[];
  readonly cassettes: readonly string[];
  /** The folders that workspaces are copied from. */
  readonly folders: readonly string[];
}

export function namedBy({ file, spec: { model, workspace } }: LoadedTest): NamedPaths {
  const near = (...paths: readonly unknown[]) =>
    paths.flatMap((path) => (typeof path === 'string' ? [resolve(folderOf(file), path)] : []));
  return {
    scripts: near(model?.script, ...Object.values(model?.agents ?? {})),
    cassettes: near(model?.cassette),
    folders: near(workspace?.dir),
  };
}
