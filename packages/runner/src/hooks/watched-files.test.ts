import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineTool, type HookSet, WorkingDirectory } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { model, runAgent, tempFolder } from '../run/scripted.test-kit.js';

type Heard = readonly [name: string, event: string];

/** FileChanged hooks with this matcher, and a way to wait for their inputs. */
function listening(workspace: string, matcher?: string) {
  const heard: Heard[] = [];
  let wake = () => {};
  const run = ({ file_path, event }: { file_path: string; event: string }) => {
    heard.push([file_path.replace(`${workspace}/`, ''), event]);
    wake();
  };
  const until = async (count: number) => {
    while (heard.length < count) await new Promise<void>((resolve) => (wake = resolve));
  };
  const hooks: HookSet = { FileChanged: { name: 'files', run, ...(matcher === undefined ? {} : { matcher }) } };
  return { heard, until, hooks };
}

/** Runs an agent whose only call does this work. */
async function during(workspace: string, { hooks, work }: { hooks: HookSet; work: (cwd: WorkingDirectory) => Promise<void> }) {
  const tool = defineTool({
    name: 'Work',
    description: 'Works.',
    call: async (_, context) => {
      await work(context.get(WorkingDirectory));
      return 'done';
    },
  });
  const scripted = model([{ calls: [{ name: 'Work' }] }, { text: 'ok' }]);
  return runAgent({ workspace, model: scripted, customTools: [tool], hooks });
}

describe('FileChanged (HOOK-02, HOOK-13)', () => {
  it('fires when a file that its matcher names is created, changed or removed, by anybody', async () => {
    const workspace = tempFolder();
    const { heard, until, hooks } = listening(workspace, '.envrc|.env');
    await during(workspace, {
      hooks,
      work: async () => {
        writeFileSync(join(workspace, 'other.txt'), 'x');
        writeFileSync(join(workspace, '.envrc'), 'A=1');
        await until(1);
        writeFileSync(join(workspace, 'new'), 'A=22');
        renameSync(join(workspace, 'new'), join(workspace, '.envrc'));
        await until(2);
        rmSync(join(workspace, '.envrc'));
        await until(3);
      },
    });
    expect(heard).toEqual([
      ['.envrc', 'add'],
      ['.envrc', 'change'],
      ['.envrc', 'unlink'],
    ]);
  });

  it('fires for files that SessionStart hooks name, and then for files that its own hooks name', async () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'sub'));
    const { heard, until, hooks } = listening(workspace);
    const all: HookSet = {
      SessionStart: () => ({ hookSpecificOutput: { watchPaths: [join(workspace, 'first'), 'sub/second'] } }),
      FileChanged: [
        ...[hooks.FileChanged ?? []].flat(),
        { name: 'more', matcher: 'second', run: () => ({ hookSpecificOutput: { watchPaths: ['third'] } }) },
      ],
    };
    await during(workspace, {
      hooks: all,
      work: async () => {
        writeFileSync(join(workspace, 'first'), '');
        await until(1);
        writeFileSync(join(workspace, 'sub/second'), '');
        await until(2);
        await new Promise(setImmediate); // Waits until the answer is applied.
        writeFileSync(join(workspace, 'sub/second'), 'again');
        writeFileSync(join(workspace, 'third'), '');
        await until(3);
      },
    });
    expect(heard).toEqual([
      ['first', 'add'],
      ['sub/second', 'add'],
      ['third', 'add'],
    ]);
  });

  it('follows the session to another folder, and watches files that CwdChanged hooks name', async () => {
    const workspace = tempFolder();
    const there = join(workspace, 'there');
    mkdirSync(there);
    const { heard, until, hooks } = listening(workspace, '.envrc|named');
    let told = () => {};
    const moved = new Promise<void>((resolve) => {
      told = resolve;
    });
    await during(workspace, {
      hooks: {
        ...hooks,
        CwdChanged: () => {
          told();
          return { hookSpecificOutput: { watchPaths: [join(workspace, 'named')] } };
        },
      },
      work: async (cwd) => {
        cwd.set(there);
        await moved;
        await new Promise(setImmediate);
        writeFileSync(join(there, '.envrc'), '');
        await until(1);
        writeFileSync(join(workspace, 'named'), '');
        await until(2);
      },
    });
    expect(heard).toEqual([
      ['there/.envrc', 'add'],
      ['named', 'add'],
    ]);
  });

  it('fires for a file whose folder appears, goes and comes back', async () => {
    const workspace = tempFolder();
    const { heard, until, hooks } = listening(workspace);
    const file = join(workspace, 'out/deep/list');
    const write = () => {
      mkdirSync(join(workspace, 'out/deep'), { recursive: true });
      writeFileSync(file, '');
    };
    await during(workspace, {
      hooks: { ...hooks, SessionStart: () => ({ hookSpecificOutput: { watchPaths: [file] } }) },
      work: async () => {
        write();
        await until(1);
        rmSync(join(workspace, 'out'), { recursive: true });
        await until(2);
        write();
        await until(3);
        renameSync(join(workspace, 'out/deep'), join(workspace, 'away'));
        await until(4);
      },
    });
    expect(heard).toEqual(['add', 'unlink', 'add', 'unlink'].map((event) => ['out/deep/list', event]));
  });
});
