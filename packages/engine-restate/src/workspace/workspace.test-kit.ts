import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { GitWorkspace, type Opening } from './git-workspace.js';

/** A bare repository with one commit on `main`, and the means to open workspaces of it. */
export interface Ground {
  readonly dir: string;
  readonly remote: string;
  /** Opens the workspace of the run `run-1`, which is closed at the end of the test. */
  open(more?: Partial<Opening>): Promise<GitWorkspace>;
  /** Runs git in a folder as the agent does. Returns its output. */
  git(cwd: string, ...args: readonly string[]): string;
  /** Clones a ref of the remote into a new folder. */
  clone(ref: string): string;
}

export function layGround(files: Readonly<Record<string, string>> = {}): Ground {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-workspace-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const env = {
    PATH: process.env.PATH,
    HOME: dir,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ann',
    GIT_AUTHOR_EMAIL: 'ann@example.com',
    GIT_COMMITTER_NAME: 'Ann',
    GIT_COMMITTER_EMAIL: 'ann@example.com',
  };
  const git = (cwd: string, ...args: readonly string[]) =>
    execFileSync('git', [...args], { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const remote = join(dir, 'app.git');
  const source = join(dir, 'source');
  git(dir, 'init', '--quiet', '--bare', '-b', 'main', remote);
  git(dir, 'init', '--quiet', '-b', 'main', source);
  writeFiles(source, { 'README.md': 'An app.\n', ...files });
  git(source, 'add', '--all');
  git(source, 'commit', '--quiet', '-m', 'Begin');
  git(source, 'push', '--quiet', remote, 'main');
  const open = async (more: Partial<Opening> = {}) => {
    const opening: Opening = {
      base: join(dir, 'workspaces'),
      remotes: [`${dir}/`],
      session: 'run-1',
      wish: { remote, ref: 'main' },
      mark: undefined,
      folder: undefined,
      env: { PATH: process.env.PATH, HOME: dir },
      tag: 'no-process-has-this-tag',
      hide: undefined,
      signal: new AbortController().signal,
      ...more,
    };
    const workspace = await GitWorkspace.open(opening);
    onTestFinished(() => workspace.close());
    return workspace;
  };
  let clones = 0;
  const clone = (ref: string) => {
    clones += 1;
    const folder = join(dir, `clone-${clones}`);
    git(dir, 'init', '--quiet', folder);
    git(folder, 'fetch', '--quiet', remote, ref);
    git(folder, 'checkout', '--quiet', 'FETCH_HEAD');
    return folder;
  };
  return { dir, remote, open, git, clone };
}

/** Moves a run to a worker that has nothing of it. */
export async function moved({ open }: Ground, from: GitWorkspace): Promise<GitWorkspace> {
  const { mark, folder } = from;
  await from.close();
  return open({ mark, folder });
}

/** The text of a file of a run. */
export const read = ({ folder }: GitWorkspace, name: string): string => readFileSync(join(folder, name), 'utf8');

export function writeFiles(dir: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
}
