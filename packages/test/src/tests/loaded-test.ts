import type { TestSpec } from '@loadout/config';
import type { Path } from '@loadout/config/documents';
import type { Position } from '@loadout/core';

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
}

export interface LoadedTests {
  readonly tests: readonly LoadedTest[];
  /** The files with tests, in order: the configuration first. */
  readonly files: readonly string[];
}
