import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, describePlugin, mountPlugin, type TestContext } from '@loadout/testing';
import fs from '@loadout/tool-fs';
import git from '@loadout/tool-git';
import schedule from '@loadout/tool-schedule';
import shell from '@loadout/tool-shell';
import { describe, it } from 'vitest';

const packageOf = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../packages/${name}/package.json`, import.meta.url), 'utf8'));
const put =
  (files: Readonly<Record<string, string>>) =>
  ({ dir }: TestContext) => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  };
const notes = put({ 'a.txt': 'one\ntwo\n' });
const notebook = put({
  'n.ipynb': JSON.stringify({
    cells: [{ cell_type: 'code', id: 'c1', metadata: {}, source: ['1'], outputs: [], execution_count: null }],
    metadata: {},
    nbformat: 4,
    nbformat_minor: 5,
  }),
});

/** Edit takes a file only after Read, in the same session. */
const read = (name: string, setup: (context: TestContext) => void) => async (context: TestContext) => {
  setup(context);
  const parts = await mountPlugin(fs, { configDir: context.dir, stateDir: join(context.dir, '..', 'state') });
  const tool = parts.tools?.find((one) => one.name === 'Read');
  if (tool !== undefined) await callTool(tool, { file_path: name }, context);
};

/** The plugins of this repository do what they declare (GAP-F5). */
describePlugin(fs, {
  describe,
  it,
  packageJson: packageOf('tool-fs'),
  tools: {
    Read: {
      valid: [
        { input: { file_path: 'a.txt' }, setup: notes, text: /one/ },
        { input: { file_path: 'none.txt' }, isError: true },
      ],
      invalid: [{ input: {}, path: '/file_path' }],
    },
    Write: { valid: [{ input: { file_path: 'sub/new.txt', content: 'x' } }], invalid: [{ input: {}, path: '/file_path' }] },
    Edit: {
      valid: [{ input: { file_path: 'a.txt', old_string: 'one', new_string: 'three' }, setup: read('a.txt', notes) }],
      invalid: [{ input: {}, path: '/file_path' }],
    },
    NotebookEdit: {
      valid: [{ input: { notebook_path: 'n.ipynb', cell_id: 'c1', new_source: '2' }, setup: read('n.ipynb', notebook) }],
      invalid: [{ input: {}, path: '/notebook_path' }],
    },
    Glob: {
      valid: [{ input: { pattern: '**/*.txt' }, setup: notes, text: /a\.txt/ }],
      invalid: [{ input: {}, path: '/pattern' }],
    },
    Grep: { valid: [{ input: { pattern: 'two' }, setup: notes, text: /a\.txt/ }], invalid: [{ input: {}, path: '/pattern' }] },
  },
});

describePlugin(shell, {
  describe,
  it,
  packageJson: packageOf('tool-shell'),
  tools: {
    Bash: {
      valid: [
        { input: { command: 'cat a.txt' }, setup: notes, text: /one/ },
        { input: { command: 'echo x > new.txt' } },
        { input: { command: 'sleep 100', run_in_background: true } },
      ],
      invalid: [{ input: {}, path: '/command' }],
      slow: { input: { command: 'sleep 100' } },
    },
    TaskOutput: { valid: [{ input: { task_id: 'none' }, isError: true }], invalid: [{ input: {}, path: '/task_id' }] },
    TaskStop: { valid: [{ input: { task_id: 'none' }, isError: true }], invalid: [{ input: { task_id: 1 }, path: '/task_id' }] },
  },
});

const repository = ({ dir }: TestContext) => {
  const run = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.invalid', ...args], { cwd: dir, stdio: 'ignore' });
  run('init', '--initial-branch=main');
  writeFileSync(join(dir, 'a.txt'), 'one');
  run('add', '.');
  run('commit', '--message=x');
};

describePlugin(git, {
  describe,
  it,
  packageJson: packageOf('tool-git'),
  tools: {
    ExitWorktree: { valid: [{ input: { action: 'keep' }, isError: true }], invalid: [{ input: {}, path: '/action' }] },
    EnterWorktree: { valid: [{ input: { name: 'side' }, setup: repository }], invalid: [{ input: { name: 1 }, path: '/name' }] },
  },
});

describePlugin(schedule, {
  describe,
  it,
  packageJson: packageOf('tool-schedule'),
  tools: {
    CronCreate: { valid: [{ input: { cron: '0 9 * * *', prompt: 'Look.' } }], invalid: [{ input: {}, path: '/cron' }] },
    CronDelete: { valid: [{ input: { id: 'none' }, isError: true }], invalid: [{ input: {}, path: '/id' }] },
    CronList: { valid: [{ input: {} }], invalid: [{ input: { x: 1 }, path: '/x' }] },
    RemoteTrigger: { valid: [{ input: { action: 'list' }, isError: true }], invalid: [{ input: {}, path: '/action' }] },
  },
});
