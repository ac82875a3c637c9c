import { folderOf, judgeConfig, type LoadedConfig } from '@loadout/config';
import type { CommandHost } from '@loadout/core/commands';
import { errors } from './errors.js';
import { Gate } from './gate.js';
import { Listings } from './listings.js';
import { Plans } from './plans.js';
import type { TestWish } from './read-test-wish.js';
import { requireTrust, trustOf } from './require-trust.js';
import type { Room } from './room.js';
import { selectTests } from './select-tests.js';
import { TestFolder } from './test-ground.js';
import { judgeTests } from './tests/judge-tests.js';
import { loadTests } from './tests/load-tests.js';
import type { LoadedTest, LoadedTests } from './tests/loaded-test.js';

export interface Around {
  readonly io: CommandHost;
  readonly signal: AbortSignal;
}

export interface OpenRoom {
  readonly room: Room;
  readonly loaded: LoadedConfig;
  /** The selected tests. */
  readonly tests: readonly LoadedTest[];
  /** The files with tests. */
  readonly files: readonly string[];
}

/** Reads the selected tests, passes them to the work, and removes the temporary folders at its end. */
export async function inRoom<T>(wish: TestWish, { io, signal }: Around, use: (open: OpenRoom) => Promise<T>): Promise<T> {
  const { file, root, flags, jobs, live, record } = wish;
  const folder = new TestFolder();
  try {
    const plans = new Plans({ flags, io, file, root: folder.root });
    const { tests, files, loaded } = await readTests(wish, { io, plans });
    const processes = new Gate(jobs);
    const listings = new Listings(folder, { env: io.env, signal });
    const shared = { plans, folder, listings, env: io.env, signal, root, processes };
    const room: Room = { ...shared, configDir: folderOf(file), profile: flags.profile, live, record };
    return await use({ room, loaded, files, tests: selectTests(tests, wish.selection) });
  } finally {
    if (wish.keep) {
      folder.keep();
      io.tell(`The folders of the tests are kept in ${folder.root}\n`);
    } else folder.remove();
  }
}

/**
 * Reads the tests once the configuration and the tests that act are trusted: a test of half a configuration says nothing. Throws
 * TRUST_NEEDED, CONFIG_INVALID, TEST_NONE.
 */
async function readTests(
  { flags, file, root }: TestWish,
  { io, plans }: { readonly io: CommandHost; readonly plans: Plans },
): Promise<LoadedTests & { readonly loaded: LoadedConfig }> {
  requireTrust(await judgeTests(file, trustOf({ flags, io })), { flags, io });
  requireTrust(await judgeConfig({ cwd: root, file, env: io.env, trust: trustOf({ flags, io }) }), { flags, io });
  const { tests, files } = await loadTests(file);
  if (tests.length === 0) throw errors.TEST_NONE({ file });
  // A configuration that is wrong is told once, and not by each of its tests.
  const env = Object.assign({}, ...tests.map(({ spec }) => spec.env ?? {})) as Readonly<Record<string, string>>;
  return { tests, files, loaded: await plans.load(undefined, { env }) };
}
