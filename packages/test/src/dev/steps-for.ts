import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { folderOf } from '@loadout/config';
import { isWithin } from '@loadout/node';
import type { LoadedTest } from '../tests/loaded-test.js';
import { namedBy } from '../tests/loaded-test.js';
import type { Dev } from './definition.js';
import type { Project } from './read-project.js';

/** A program that tells what is wrong with a project. */
export interface Step {
  readonly name: string;
  readonly words: readonly string[];
  /** Whether its output is the JSON document of `loadout check`. */
  readonly isCheck?: boolean;
}

interface Change {
  /** The changed paths. Empty: everything is new. */
  readonly changed: readonly string[];
  readonly dev: Dev;
}

/** The steps for a change. Without trust, only the check, which leaves out what is not trusted. */
export function stepsFor({ tests, typescript }: Project, { changed, dev }: Change): readonly Step[] {
  const { host, file, root } = dev;
  const flags = configWords(dev);
  const check: Step = { name: 'check', words: [...host.program, 'check', '--json', ...flags], isCheck: true };
  if (tests === undefined) return [check];
  // The compiler is code of the project, so it runs only where trusted code of the project does.
  const isTyped = typescript.length > 0 && (changed.length === 0 || changed.some((path) => TYPED.test(path)));
  const compiler = isTyped ? compilerOf(folderOf(file)) : undefined;
  const types: Step[] = compiler === undefined ? [] : [{ name: 'types', words: [process.execPath, ...compiler] }];
  if (tests.length === 0) return [check, ...types];
  const touched = touchedFile(changed, { tests, file });
  const name = touched === undefined ? 'tests' : `tests of ${relative(root, touched)}`;
  const filter = touched === undefined ? [] : [`--filter=${basename(touched)}`];
  return [check, ...types, { name, words: [...host.program, 'test', '--reporter', 'pretty', ...filter, ...flags] }];
}

const TYPED = /\.[cm]?[jt]sx?$|\btsconfig\.json$/;

/** The flags that choose the configuration, as words. */
const configWords = ({ flags, root }: Dev): readonly string[] => [
  `--cwd=${root}`,
  ...(['config', 'profile', 'trust'] as const).flatMap((name) => {
    const value = flags[name];
    return value === undefined ? [] : [`--${name}=${value}`];
  }),
  ...flags.param.map((param) => `--param=${param}`),
];

/** The words that check the types of a project, which has a `tsconfig.json` and TypeScript. */
function compilerOf(folder: string): readonly string[] | undefined {
  const config = join(folder, 'tsconfig.json');
  if (!existsSync(config)) return undefined;
  try {
    const manifest = createRequire(config).resolve('typescript/package.json');
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8')) as { readonly bin?: Readonly<Record<string, string>> };
    return bin?.tsc === undefined
      ? undefined
      : [join(dirname(manifest), bin.tsc), '--noEmit', '--pretty', 'false', '--project', config];
  } catch {
    // TypeScript is not installed.
    return undefined;
  }
}

interface Tested {
  readonly tests: readonly LoadedTest[];
  /** The configuration file. */
  readonly file: string;
}

/** The file of tests that alone reads what changed. Absent: all tests do, as they all read the configuration and its plugins. */
function touchedFile(changed: readonly string[], { tests, file }: Tested): string | undefined {
  const readers = changed.map((path) =>
    path === file ? [] : [...new Set(tests.filter((test) => reads(test, path)).map((test) => test.file))],
  );
  const [first] = readers[0] ?? [];
  return readers.every((files) => files.length === 1 && files[0] === first) ? first : undefined;
}

function reads(test: LoadedTest, path: string): boolean {
  const { scripts, cassettes, folders } = namedBy(test);
  return [test.file, ...scripts, ...cassettes].includes(path) || folders.some((folder) => isWithin(path, folder));
}
