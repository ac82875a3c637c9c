import { isOutside } from '../own-path.js';
import type { LoadedTest } from '../tests/loaded-test.js';
import { namedBy } from '../tests/named-by.js';

interface Tested {
  readonly tests: readonly LoadedTest[];
  /** The configuration file. */
  readonly file: string;
}

/** The file of tests that alone reads what changed. Absent: all tests do, as they all read the configuration and its plugins. */
export function touchedFile(changed: readonly string[], { tests, file }: Tested): string | undefined {
  const readers = changed.map((path) =>
    path === file ? [] : [...new Set(tests.filter((test) => reads(test, path)).map((test) => test.file))],
  );
  const [first] = readers[0] ?? [];
  return readers.every((files) => files.length === 1 && files[0] === first) ? first : undefined;
}

function reads(test: LoadedTest, path: string): boolean {
  const { scripts, cassettes, folders } = namedBy(test);
  return [test.file, ...scripts, ...cassettes].includes(path) || folders.some((folder) => !isOutside(folder, path));
}
