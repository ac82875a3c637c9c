import { execFile } from 'node:child_process';
import { cpSync, lstatSync, mkdirSync, readlinkSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { isWithin, keepTemporaryFolder, temporaryFolder } from '@loadout/node';
import { searchPath } from '@loadout/runner';
import { errors } from './errors.js';
import { ownPath } from './own-path.js';
import type { LoadedTest } from './tests/loaded-test.js';

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
  readonly root = temporaryFolder('test');
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

  /** Removes the folders of one run. */
  release({ workspace }: TestGround): void {
    rmSync(dirname(workspace), { recursive: true, force: true, maxRetries: 3 });
  }

  /** Leaves the folder behind when this process ends. */
  keep(): void {
    process.off('exit', this.#remove);
    keepTemporaryFolder(this.root);
  }

  remove(): void {
    process.off('exit', this.#remove);
    this.#remove();
  }
}

/** Writes the files of the test's workspace. `folder`: the folder of the configuration. Throws TEST_WORKSPACE, TEST_PATH. */
export async function fillWorkspace(test: LoadedTest, ground: TestGround, folder: string): Promise<void> {
  const { workspace, home } = ground;
  const { dir, files = {}, git } = test.spec.workspace ?? {};
  if (dir !== undefined) copyFolder(ownPath(test, ['workspace', 'dir'], { path: dir, folder }), { workspace, folder });
  for (const [path, text] of Object.entries(files)) {
    const file = resolve(workspace, path);
    const at = { position: test.at(['workspace', 'files', path]) };
    if (!isWithin(file, workspace) || file === workspace) throw errors.TEST_WORKSPACE({ path, problem: 'is outside of it' }, at);
    mkdirSync(dirname(file), { recursive: true });
    if (!isWithin(realpathSync.native(dirname(file)), workspace))
      throw errors.TEST_WORKSPACE({ path, problem: 'lies behind a link' }, at);
    rmSync(file, { force: true });
    writeFileSync(file, text);
  }
  if (git === true)
    await makeRepository(workspace, home).catch((cause: Error) => {
      const problem = `cannot be made, because git failed: ${cause.message}`;
      throw errors.TEST_WORKSPACE({ path: '.git', problem }, { position: test.at(['workspace', 'git']), cause });
    });
}

/** Copies a folder without its repository, and without links that lead out of the folder of the configuration. */
function copyFolder(from: string, { workspace, folder }: { readonly workspace: string; readonly folder: string }): void {
  const own = realpathSync.native(folder);
  const isKept = (path: string) => basename(path) !== '.git' && !(lstatSync(path).isSymbolicLink() && leadsOut(path, own));
  cpSync(from, workspace, { recursive: true, verbatimSymlinks: true, filter: isKept });
}

function leadsOut(link: string, folder: string): boolean {
  try {
    return isAbsolute(readlinkSync(link)) || !isWithin(realpathSync.native(link), folder);
  } catch {
    return true;
  }
}

const run = promisify(execFile);

/** The names and dates are the same in each run, so that commits have the same ids. */
async function makeRepository(cwd: string, home: string): Promise<void> {
  const date = '2026-01-01T00:00:00Z';
  const dates = { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const PATH = searchPath(process.env.PATH ?? '', process.cwd()).machine;
  const env = { ...process.env, PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '', ...dates };
  const steps = [
    ['init', '-q', '-b', 'main'],
    ['config', 'user.name', 'Test'],
    ['config', 'user.email', 'test@example.com'],
    ['add', '-A'],
    ['commit', '-q', '--allow-empty', '-m', 'Start'],
  ];
  for (const args of steps) await run('git', args, { cwd, env });
}
