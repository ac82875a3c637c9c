import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { promisify } from 'node:util';
import type { LoadedTest } from '@loadout/config';
import { errors } from '../errors.js';

/** The folders of one run of a test. They lie together below the folder of the whole command. */
export interface TestGround {
  readonly workspace: string;
  /** The home folder that the agent's programs see. */
  readonly home: string;
  readonly state: string;
}

/** The temporary folder of one `loadout test`. */
export class TestFolder {
  /** Absolute, with links resolved. */
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-test-')));
  #runs = 0;
  readonly #remove = () => rmSync(this.root, { recursive: true, force: true, maxRetries: 3 });

  constructor() {
    process.once('exit', this.#remove);
  }

  /** Creates the folders of one more run. */
  ground(): TestGround {
    this.#runs += 1;
    const base = join(this.root, String(this.#runs));
    const ground = { workspace: join(base, 'workspace'), home: join(base, 'home'), state: join(base, 'state') };
    for (const folder of Object.values(ground)) mkdirSync(folder, { recursive: true });
    return ground;
  }

  /** Leaves the folder behind when this process ends. */
  keep(): void {
    process.off('exit', this.#remove);
  }

  remove(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** Writes the files of the test's workspace. Throws TEST_WORKSPACE. */
export async function fillWorkspace(test: LoadedTest, { workspace, home }: TestGround): Promise<void> {
  const { dir, files = {}, git } = test.spec.workspace ?? {};
  if (dir !== undefined) copyFolder(test, { from: resolve(dirname(test.file), dir), to: workspace });
  for (const [path, text] of Object.entries(files)) {
    const file = resolve(workspace, path);
    if (!file.startsWith(workspace + sep))
      throw errors.TEST_WORKSPACE(
        { problem: `the file ${JSON.stringify(path)} is outside of the workspace` },
        { position: test.at(['workspace', 'files', path]) },
      );
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  if (git === true) await makeRepository(workspace, home);
}

function copyFolder(test: LoadedTest, { from, to }: { readonly from: string; readonly to: string }): void {
  if (!existsSync(from) || !statSync(from).isDirectory())
    throw errors.TEST_WORKSPACE({ problem: `the folder ${from} does not exist` }, { position: test.at(['workspace', 'dir']) });
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.endsWith(`${sep}.git`) });
}

const run = promisify(execFile);

/** The names and dates are the same in each run, so that commits have the same ids. */
async function makeRepository(cwd: string, home: string): Promise<void> {
  const date = '2026-01-01T00:00:00Z';
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const env = { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '', ...dates };
  const steps = [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.name', 'Test'],
    ['config', 'user.email', 'test@example.com'],
    ['add', '-A'],
    ['commit', '-q', '--allow-empty', '-m', 'Start'],
  ];
  for (const args of steps) await run('git', args, { cwd, env });
}
