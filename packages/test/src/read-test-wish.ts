import { availableParallelism } from 'node:os';
import { isCi, workingFolder } from '@loadout/command';
import { errors as configErrors, findConfig } from '@loadout/config';
import type { CommandHost } from '@loadout/core/commands';
import type { ConfigFlags, TestFlags } from './definition.js';
import { errors } from './errors.js';
import type { RecordMode } from './record-model.js';
import type { Selection } from './select-tests.js';

/** A `loadout test` command, with its flags read. */
export interface TestWish {
  readonly flags: ConfigFlags;
  /** The configuration file. */
  readonly file: string;
  /** The folder of the command, to which file names in results are relative. */
  readonly root: string;
  readonly jobs: number;
  readonly selection: Selection;
  readonly reporters: readonly string[];
  /** Whether the parts that no test reached are listed. */
  readonly coverage: boolean;
  /** The share in percent below which the command fails. */
  readonly coverageMin?: number | undefined;
  readonly live: boolean;
  readonly record: RecordMode;
  /** Whether expected calls are written. */
  readonly update: boolean;
  /** If true, the temporary folders stay. */
  readonly keep: boolean;
}

/** Reads the flags. Throws CONFIG_NOT_FOUND and USAGE errors. */
export function readTestWish(
  flags: TestFlags,
  { io, positionals }: { readonly io: CommandHost; readonly positionals: readonly string[] },
): TestWish {
  return {
    flags,
    ...readPlace(flags, io),
    jobs: numberOf(flags.jobs) ?? availableParallelism(),
    selection: {
      filter: readFilter(flags.filter, positionals),
      tags: flags.tag,
      shard: readShard(flags.shard),
      isCi: isCi(io.env),
    },
    reporters: flags.reporter.length > 0 ? flags.reporter : defaultReporters(io.env),
    ...readCoverage(flags),
    live: flags.live,
    record: readRecord(flags, io.env),
    update: readUpdate(flags, io.env),
    keep: flags.keep,
  };
}

/** Finds the configuration that the flags name. Throws CONFIG_NOT_FOUND. */
export function readPlace(flags: ConfigFlags, io: CommandHost): Pick<TestWish, 'file' | 'root'> {
  const root = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const file = findConfig({ cwd: root, file: flags.config, env: io.env });
  if (file === undefined) throw configErrors.CONFIG_NOT_FOUND({ cwd: root });
  return { file, root };
}

/** Reads the text that selects tests. Throws USAGE_FLAGS_TOGETHER, and USAGE_FLAG_CONTENT for an empty one, which selects all. */
function readFilter(flag: string | undefined, [positional]: readonly string[]): string | undefined {
  if (flag !== undefined && positional !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['filter', '--filter'] });
  const filter = flag ?? positional;
  if (filter?.trim() === '')
    throw errors.USAGE_FLAG_CONTENT({
      flag: flag === undefined ? 'filter' : '--filter',
      problem: 'it is empty',
      expected: 'a part of the name of a test or of its file',
    });
  return filter;
}

/** Reads `--record`. Throws TEST_CI, because CI must not write what it tests. */
function readRecord(flags: TestFlags, env: CommandHost['env']): RecordMode {
  const { record = 'none' } = flags;
  if (record !== 'none' && isCi(env) && !flags['allow-record']) throw errors.TEST_CI({ flag: `--record ${record}` });
  return record as RecordMode;
}

function readUpdate({ update }: TestFlags, env: CommandHost['env']): boolean {
  if (update && isCi(env)) throw errors.TEST_CI({ flag: '--update' });
  return update;
}

/** In a step of GitHub, failures also become annotations. */
const defaultReporters = ({ GITHUB_ACTIONS }: CommandHost['env']) =>
  GITHUB_ACTIONS === 'true' ? ['pretty', 'github'] : ['pretty'];

/** Reads `--coverage` and `--coverage-min 80`, which implies it. */
function readCoverage(flags: TestFlags): Pick<TestWish, 'coverage' | 'coverageMin'> {
  const coverageMin = numberOf(flags['coverage-min']);
  if (coverageMin !== undefined && coverageMin > 100)
    throw errors.USAGE_FLAG_CONTENT({
      flag: '--coverage-min',
      problem: `it is ${coverageMin}`,
      expected: 'a percentage up to 100',
    });
  return { coverage: flags.coverage || coverageMin !== undefined, coverageMin };
}

const numberOf = (value: string | undefined): number | undefined => (value === undefined ? undefined : Number(value));

/** Reads `1/4`. Throws USAGE_FLAG_CONTENT. */
function readShard(value: string | undefined): { readonly part: number; readonly of: number } | undefined {
  if (value === undefined) return undefined;
  const [part, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).slice(1).map(Number);
  if (part === undefined || of === undefined || part < 1 || part > of)
    throw errors.USAGE_FLAG_CONTENT({
      flag: '--shard',
      problem: `it is ${value}`,
      expected: 'a part and the number of parts, such as 1/4',
    });
  return { part, of };
}
