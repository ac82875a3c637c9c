import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Files, writeFiles } from '../plugin/mount.test-kit.js';

/** A git repository on this machine. */
export function makeRepository(dir: string, files: Files) {
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'protocol.file.allow=always', ...args], {
      cwd: dir,
      encoding: 'utf8',
      env: {
        ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
        ...{
          GIT_AUTHOR_NAME: 'a',
          GIT_AUTHOR_EMAIL: 'a@example.com',
          GIT_COMMITTER_NAME: 'a',
          GIT_COMMITTER_EMAIL: 'a@example.com',
        },
      },
    }).trim();
  const commit = (more: Files = {}) => {
    writeFiles(dir, more);
    git('add', '--all', '--force');
    git('commit', '--quiet', '--allow-empty', '--message', 'x');
    return git('rev-parse', 'HEAD');
  };
  mkdirSync(dir, { recursive: true });
  git('init', '--quiet', '--initial-branch', 'main');
  return {
    url: `file://${dir}`,
    sha: commit(files),
    git,
    commit,
    clear: () => {
      for (const name of readdirSync(dir).filter((one) => one !== '.git')) rmSync(join(dir, name), { recursive: true });
    },
  };
}

export const marketplace = (plugins: readonly object[], more: object = {}): Files => ({
  '.claude-plugin/marketplace.json': { name: 'test', owner: { name: 'a' }, plugins, ...more },
});
