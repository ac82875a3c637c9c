import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { layGround, writeFiles } from './workspace.test-kit.js';

const COME_AND_GO =
  'const fs = require("fs"); for (let i = 0; ; i += 1) { fs.writeFileSync("t" + i, "x".repeat(i % 5000)); if (i > 20) fs.rmSync("t" + (i - 20)); }';

/** Writes and removes files in the folder, as fast as it can, until the test has ended. */
async function comeAndGo(folder: string): Promise<void> {
  const writer = spawn(process.execPath, ['-e', COME_AND_GO], { cwd: folder });
  onTestFinished(async () => {
    writer.kill('SIGKILL');
    await once(writer, 'exit');
  });
  await once(writer, 'spawn');
}

describe('files that come and go while they are stored', () => {
  it('end no step', async () => {
    const workspace = await layGround().open();
    mkdirSync(join(workspace.folder, 'busy'));
    await comeAndGo(join(workspace.folder, 'busy'));
    for (let count = 0; count < 10; count += 1) await workspace.save();
  });

  it('take no other file along: what is new, changed, gone or replaced is in the step', async () => {
    const ground = layGround({ 'gone.txt': 'x', 'changed.txt': 'x', 'deep/a.txt': 'x', 'deep/inner.txt': 'x', file: 'x' });
    const { folder, ...workspace } = await withInner(ground);
    await comeAndGo(join(folder, 'busy'));
    rmSync(join(folder, 'gone.txt'));
    rmSync(join(folder, 'file'));
    writeFiles(folder, {
      'changed.txt': 'y',
      'new/ü.txt': 'y',
      'file/is-a-folder.txt': 'y',
      '.gitignore': 'ignored\n',
      ignored: 'x',
    });
    writeFileSync(Buffer.concat([Buffer.from(`${folder}/`), Buffer.from([0x61, 0xff])]), 'no UTF-8');
    renameSync(join(folder, 'deep'), join(ground.dir, 'deep'));
    symlinkSync(join(ground.dir, 'deep'), join(folder, 'deep'));
    ground.git(join(folder, 'inner'), 'commit', '--quiet', '--allow-empty', '-m', 'Again');
    const { files } = await workspace.save();
    const listed = ground.git(ground.remote, 'ls-tree', '-r', '--format=%(objecttype) %(path)', files).split('\n');
    expect(listed.filter((line) => !line.includes('busy/'))).toEqual([
      'blob .gitignore',
      'blob README.md',
      'blob "a\\377"',
      'blob changed.txt',
      'blob deep',
      'blob file/is-a-folder.txt',
      'commit inner',
      'blob "new/\\303\\274.txt"',
      '',
    ]);
    expect(ground.git(ground.remote, 'show', `${files}:changed.txt`)).toBe('y');
    expect(ground.git(ground.remote, 'ls-tree', files, 'inner')).toContain(
      ground.git(join(folder, 'inner'), 'rev-parse', 'HEAD').trim(),
    );
  });
});

/** Opens a workspace with a repository inside, and an ignored folder for files that come and go. */
async function withInner(ground: ReturnType<typeof layGround>) {
  const workspace = await ground.open();
  const { folder } = workspace;
  ground.git(folder, 'init', '--quiet', 'inner');
  ground.git(join(folder, 'inner'), 'commit', '--quiet', '--allow-empty', '-m', 'Inner');
  mkdirSync(join(folder, 'busy'));
  await workspace.save();
  return { folder, save: () => workspace.save() };
}

type Change = (inner: string, git: ReturnType<typeof layGround>['git']) => void;

const withoutGit = (inner: string) => rmSync(join(inner, '.git'), { recursive: true });

/** Changes of a repository that a step has stored, each with the entry that the next step stores in its place. */
const CHANGES: Readonly<Record<string, readonly [Change, stored: string]>> = {
  'is made again, without a commit': [
    (inner, git) => {
      withoutGit(inner);
      git(inner, 'init', '--quiet');
    },
    'commit inner',
  ],
  'checks out a branch without a commit': [
    (inner, git) => void git(inner, 'checkout', '--quiet', '--orphan', 'new'),
    'commit inner',
  ],
  'loses its objects': [(inner) => rmSync(join(inner, '.git/objects'), { recursive: true }), 'commit inner'],
  'has a damaged head': [(inner) => writeFileSync(join(inner, '.git/HEAD'), 'nonsense'), 'commit inner'],
  'points to a repository that is gone': [
    (inner) => {
      withoutGit(inner);
      writeFileSync(join(inner, '.git'), 'gitdir: /nowhere\n');
    },
    'commit inner',
  ],
  'is a repository no longer': [withoutGit, 'blob inner/deep/file.txt'],
  'has nothing left in its .git': [
    (inner) => {
      withoutGit(inner);
      mkdirSync(join(inner, '.git'));
    },
    'blob inner/deep/file.txt',
  ],
  'has a .git that leads nowhere': [
    (inner) => {
      withoutGit(inner);
      symlinkSync('/nowhere', join(inner, '.git'));
    },
    'blob inner/deep/file.txt',
  ],
  'is an empty folder, as a submodule is that nobody has fetched': [
    (inner) => {
      rmSync(inner, { recursive: true });
      mkdirSync(inner);
    },
    'commit inner',
  ],
  'is a link to an empty folder': [
    (inner) => {
      rmSync(inner, { recursive: true });
      symlinkSync(mkdtempSync(join(dirname(inner), '../empty-')), inner);
    },
    'blob inner',
  ],
  'is a file now': [
    (inner) => {
      rmSync(inner, { recursive: true });
      writeFileSync(inner, 'a file');
    },
    'blob inner',
  ],
};

describe('a repository inside that a step has stored', () => {
  it.each(Object.entries(CHANGES))('and that %s ends no step', async (_, [change, stored]) => {
    const ground = layGround();
    const { folder, ...workspace } = await withInner(ground);
    writeFiles(folder, { 'inner/deep/file.txt': 'x', 'after.txt': 'y' });
    change(join(folder, 'inner'), ground.git);
    const { files } = await workspace.save();
    const listed = ground.git(ground.remote, 'ls-tree', '-r', '--format=%(objecttype) %(path)', files);
    expect(listed.trim().split('\n')).toEqual(['blob README.md', 'blob after.txt', stored]);
  });
});
