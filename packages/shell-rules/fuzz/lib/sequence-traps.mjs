import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const SECRET = 'SECRET-8d21c4';
const FIRE = 'echo x >>/fired/fired';

/**
 * A workspace with every trap that an earlier call can prepare for a later call: a nested repository, a repository without a
 * working tree, archives that bring hooks and orders, links to outside. Every run of their programs leaves a mark.
 */
export function makeSequenceTraps({ work, outside }) {
  const write = (path, text, mode = 0o644) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode });
    chmodSync(path, mode);
  };
  const env = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1' };
  const git = (cwd, ...args) => execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd, env });
  write(join(outside, 'target'), 'kept\n');
  for (const [name, text] of Object.entries({
    'a.txt': 'a\n',
    'sub/b.txt': 'b\n',
    'd/f': 'f\n',
    Makefile: 'all:\n\t@true\n',
    '.gitignore': '.env\n',
  }))
    write(join(work, name), text);
  git(work, 'init', '-q', '--template=', '-b', 'main', '.');
  git(work, 'config', 'user.name', 'a');
  git(work, 'config', 'user.email', 'a@b');
  git(work, 'add', '-A');
  git(work, 'commit', '-qm', 'one');
  write(join(work, 'a.txt'), 'changed\n');
  write(join(work, '.env'), `${SECRET}\n`);
  mkdirSync(join(work, 'tmpl'));
  symlinkSync(join(outside, 'target'), join(work, 'tmpl/f'));
  arm(join(work, 'evil'), { git, write });
  // A repository without any part called .git.
  mkdirSync(join(work, 'bare'));
  git(join(work, 'bare'), 'init', '-q', '--template=', '--bare', '.');
  for (const pair of ['core.bare false', 'core.worktree .', ...ACTS])
    git(join(work, 'bare'), 'config', ...pair.split(' '), ...tail(pair));
  write(join(work, 'bare/info/attributes'), '* filter=x diff=x\n');
  write(join(work, 'bare/q'), 'q\n');
  execFileSync('tar', ['cf', join(work, 'evil.tar'), '-C', join(work, 'evil'), '.']);
  write(join(outside, 'h/.git/hooks/pre-commit'), `#!/bin/sh\n${FIRE}\n`, 0o755);
  write(join(outside, 'h/.git/hooks/post-index-change'), `#!/bin/sh\n${FIRE}\n`, 0o755);
  execFileSync('tar', ['cf', join(work, 'hooks.tar'), '-C', join(outside, 'h'), '.git']);
  write(join(outside, 'm/Makefile'), `all:\n\t@${FIRE}\n`);
  execFileSync('tar', ['cf', join(work, 'make.tar'), '-C', join(outside, 'm'), 'Makefile']);
}

const ACTS = ['filter.x.clean', 'filter.x.smudge', 'core.fsmonitor', 'diff.x.textconv', 'core.pager', 'diff.external'];
const tail = (pair) => (pair.includes(' ') ? [] : [`${FIRE}; cat`]);

function arm(folder, { git, write }) {
  mkdirSync(folder);
  git(folder, 'init', '-q', '--template=', '-b', 'main', '.');
  write(join(folder, 'e.txt'), 'e\n');
  write(join(folder, 'Makefile'), `all:\n\t@${FIRE}\n`);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'e');
  for (const key of ACTS) git(folder, 'config', key, `${FIRE}; cat`);
  write(join(folder, '.git/info/attributes'), '* filter=x diff=x\n');
  for (const name of ['pre-commit', 'post-index-change', 'post-checkout'])
    write(join(folder, '.git/hooks', name), `#!/bin/sh\n${FIRE}\n`, 0o755);
  write(join(folder, 'e.txt'), 'changed\n');
}
