import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
  it('end no step', { timeout: 60_000 }, async () => {
    const workspace = await layGround().open();
    mkdirSync(join(workspace.folder, 'busy'));
    await comeAndGo(join(workspace.folder, 'busy'));
    for (let count = 0; count < 10; count += 1) await workspace.save();
  });

  it('take no other file along: what is new, changed, gone or replaced is in the step', { timeout: 60_000 }, async () => {
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
