import { renameSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, layGround, writeFiles } from './workspace.test-kit.js';

describe('what is pushed', () => {
  it('has no ignored file, unless the agent has added it to its repository', async () => {
    const ground = layGround({ '.gitignore': '*.log\n.env\n' });
    const workspace = await ground.open();
    writeFiles(workspace.folder, { '.env': 'KEY=1', 'a.log': 'a', 'b.log': 'b', 'c.txt': 'c' });
    ground.git(workspace.folder, 'add', '--force', 'b.log');
    const { files, commit } = await workspace.save();
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', files).trim().split('\n')).toEqual([
      '.gitignore',
      'README.md',
      'b.log',
      'c.txt',
    ]);
    expect(ground.git(ground.remote, 'ls-tree', '-r', '--name-only', commit)).not.toContain('.env');
  });

  it.each([
    ['in a file', (folder: string) => writeFiles(folder, { 'a.txt': 'the key is hunter2-hunter2.' })],
    ['in the name of a file', (folder: string) => writeFiles(folder, { 'hunter2-hunter2.txt': 'x' })],
    [
      'in a new name of a file that was pushed before',
      (folder: string) => renameSync(join(folder, 'README.md'), join(folder, 'hunter2-hunter2')),
    ],
    ['in the name of a branch', (folder: string, { git }: Ground) => git(folder, 'branch', '--quiet', 'hunter2-hunter2')],
    [
      'in a message of a commit',
      (folder: string, { git }: Ground) => git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'hunter2-hunter2'),
    ],
    [
      'in a file that a later commit has removed',
      (folder: string, { git }: Ground) => {
        writeFiles(folder, { 'a.txt': 'hunter2-hunter2' });
        git(folder, 'add', 'a.txt');
        git(folder, 'commit', '--quiet', '-m', 'One');
        git(folder, 'rm', '--quiet', 'a.txt');
        git(folder, 'commit', '--quiet', '-m', 'Two');
      },
    ],
  ])('has no secret: %s', async (_, write) => {
    const ground = layGround();
    const workspace = await ground.open({ hide: (text) => text.replaceAll('hunter2-hunter2', '[secret]') });
    write(workspace.folder, ground);
    const error = await workspace.save().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'ENGINE_WORKSPACE_SECRET' });
    expect(String(error)).not.toContain('hunter2-hunter2');
    expect(ground.git(ground.remote, 'rev-parse', 'refs/loadout-state/run-1').trim()).toBe(workspace.mark.commit);
  });

  it('has no file above the limit', async () => {
    const workspace = await layGround().open();
    writeFiles(workspace.folder, { 'core.1': '' });
    truncateSync(join(workspace.folder, 'core.1'), 51 * 1024 * 1024);
    await expect(workspace.save()).rejects.toThrow('core.1 has 53477376 bytes');
  });

  it('has no file of the repository above the limit, and none is read into memory', async () => {
    const workspace = await layGround().open();
    writeFiles(workspace.folder, { '.git/ORIG_HEAD': '' });
    // Node cannot even hold the text of such a file.
    truncateSync(join(workspace.folder, '.git/ORIG_HEAD'), 600 * 1024 * 1024);
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_LARGE' });
  });

  it('is refused with the words of git if git cannot store it', async () => {
    const workspace = await layGround().open();
    // Some file systems take this name for `.git`.
    writeFiles(workspace.folder, { 'src/git~1': 'a' });
    await expect(workspace.save()).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_FILES',
      message: expect.stringContaining('src/git~1'),
    });
  });
});
