import { availableParallelism } from 'node:os';
import { errors as configErrors, findConfig } from '@loadout/config';
import type { Arguments } from '../arguments/definition.js';
import type { test } from '../arguments/test-definition.js';
import type { Io } from '../io.js';
import type { ConfigFlags } from '../load/load-plan.js';
import { workingFolder } from '../load/working-folder.js';
import { readNumber, readShard } from './read-flags.js';
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
  /** If true, the temporary folders stay. */
  readonly keep: boolean;
}

/** Reads the flags. Throws CONFIG_NOT_FOUND and USAGE errors. */
export function readTestWish(
  flags: Arguments<typeof test>['flags'],
  { io, filter }: { readonly io: Io; readonly filter: string | undefined },
): TestWish {
  const root = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const file = findConfig(root, flags.config ?? (io.env.LOADOUT_CONFIG || undefined));
  if (file === undefined) throw configErrors.CONFIG_NOT_FOUND({ cwd: root });
  return {
    flags,
    file,
    root,
    jobs: readNumber('--jobs', flags.jobs) ?? availableParallelism(),
    selection: { filter, tags: flags.tag, shard: readShard(flags.shard), isCi: isCi(io.env) },
    reporters: flags.reporter.length === 0 ? ['pretty'] : flags.reporter,
    keep: flags.keep,
  };
}

const isCi = ({ CI = '' }: Io['env']) => !['', 'false', '0'].includes(CI);
