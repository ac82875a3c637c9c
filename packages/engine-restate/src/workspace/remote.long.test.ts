import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layGround, writeFiles } from './workspace.test-kit.js';

describe('a remote', () => {
  it('that does not answer is an error that says what to check, and the next push brings everything', async () => {
    const ground = layGround();
    const workspace = await ground.open();
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    ground.git(ground.dir, 'clone', '--quiet', '--mirror', ground.remote, 'kept.git');
    rmSync(ground.remote, { recursive: true });
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GIT' });
    ground.git(ground.dir, 'clone', '--quiet', '--mirror', 'kept.git', ground.remote);
    const { files } = await workspace.save();
    expect(ground.git(ground.remote, 'show', `${files}:a.txt`)).toBe('a');
  });

  it.each(['run-1', 'deadlock'])('that rejects a push of %s says why', async (session) => {
    const ground = layGround();
    const workspace = await ground.open({ session });
    writeFiles(ground.remote, { 'hooks/pre-receive': '#!/bin/sh\necho "The quota is used up." >&2\nexit 1\n' });
    chmodSync(join(ground.remote, 'hooks/pre-receive'), 0o755);
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    await expect(workspace.save()).rejects.toThrow('The quota is used up.');
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_REJECTED' });
  });

  it('whose answer was lost has the step, and the worker still has the run', async () => {
    const ground = layGround();
    const workspace = await ground.open();
    const hook = join(ground.remote, 'hooks/post-receive');
    writeFiles(ground.remote, { 'hooks/post-receive': '#!/bin/sh\nkill -9 $PPID\n' });
    chmodSync(hook, 0o755);
    writeFiles(workspace.folder, { 'a.txt': 'a' });
    const { commit } = workspace.mark;
    await expect(workspace.save()).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_GIT' });
    expect(ground.git(ground.remote, 'rev-parse', 'refs/loadout-state/run-1').trim()).not.toBe(commit);
    rmSync(hook);
    rmSync(join(workspace.folder, 'a.txt'));
    await workspace.save();
    await workspace.publish();
    writeFiles(workspace.folder, { 'b.txt': 'b' });
    const { files } = await workspace.save();
    expect(ground.git(ground.remote, 'ls-tree', '--name-only', files)).toBe('README.md\nb.txt\n');
  });

  it.each(['..', '../x', 'run-1/../..', 'a b', ''])('cannot make the folder of a run be %j', async (session) => {
    const ground = layGround();
    writeFiles(ground.dir, { 'workspaces/run-2/kept': 'kept', 'x/kept': 'kept' });
    await expect(ground.open({ session })).rejects.toMatchObject({ code: 'SESSION_ID_INVALID' });
    expect(existsSync(join(ground.dir, 'workspaces/run-2/kept'))).toBe(true);
    expect(existsSync(join(ground.dir, 'x/kept'))).toBe(true);
  });

  it('must be permitted to the worker, and have the ref', async () => {
    const ground = layGround();
    await expect(ground.open({ remotes: ['/elsewhere/', ground.dir] })).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_REMOTE',
    });
    await expect(ground.open({ wish: { remote: ground.remote, ref: 'none' } })).rejects.toMatchObject({
      code: 'ENGINE_WORKSPACE_REF',
    });
    await expect(ground.open({ folder: '/elsewhere' })).rejects.toMatchObject({ code: 'ENGINE_WORKSPACE_FOLDER' });
  });

  it('and its folder must belong to the worker alone', async () => {
    const ground = layGround();
    mkdirSync(join(ground.dir, 'shared'));
    chmodSync(join(ground.dir, 'shared'), 0o777);
    await expect(ground.open({ base: join(ground.dir, 'shared') })).rejects.toThrow('other users may write to it');
  });
});
