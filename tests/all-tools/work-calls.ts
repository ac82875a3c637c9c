import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Call, World } from './conversation.js';

const read = (world: World, file: string) => readFileSync(join(world.dir, file), 'utf8');
const shows = (text: string | RegExp) => (result: string) => expect(result).toMatch(text);
const keeps = (file: string, text: string) => (_: string, world: World) => expect(read(world, file)).toBe(text);

/** Files, search, commands, pages: tool-fs, tool-shell, tool-web, tool-lsp. */
export const workCalls: readonly Call[] = [
  { name: 'Write', input: { file_path: 'a.txt', content: 'one\n' }, effect: keeps('a.txt', 'one\n') },
  { name: 'FileWrite', input: { file_path: 'b.txt', content: 'two\n' }, effect: keeps('b.txt', 'two\n') },
  { name: 'Read', input: { file_path: 'note.txt' }, effect: shows('1\talpha') },
  { name: 'FileRead', input: { file_path: 'tide.sh' }, effect: shows('echo 3') },
  { name: 'read', input: { file_path: 'book.ipynb' }, effect: shows('print') },
  { name: 'Edit', input: { file_path: 'a.txt', old_string: 'one', new_string: 'uno' }, effect: keeps('a.txt', 'uno\n') },
  { name: 'FileEdit', input: { file_path: 'b.txt', old_string: 'two', new_string: 'due' }, effect: keeps('b.txt', 'due\n') },
  {
    name: 'NotebookEdit',
    input: { notebook_path: 'book.ipynb', cell_id: 'first', new_source: 'print(2)' },
    effect: (_, world) => expect(read(world, 'book.ipynb')).toContain('print(2)'),
  },
  { name: 'Glob', input: { pattern: '*.txt' }, effect: shows(/note\.txt/) },
  { name: 'Grep', input: { pattern: 'beta' }, effect: shows(/note\.txt/) },
  {
    name: 'LSP',
    input: { operation: 'documentSymbol', file_path: 'tide.sh' },
    effect: shows('tide.sh:1:1  function high'),
  },
  { name: 'Bash', input: { command: 'echo three > c.txt' }, effect: keeps('c.txt', 'three\n') },
  { name: 'bash', input: { command: 'cp c.txt d.txt' }, effect: keeps('d.txt', 'three\n') },
  ...outputOf('TaskOutput', (id) => ({ task_id: id })),
  ...outputOf('BashOutput', (id) => ({ bash_id: id })),
  ...stopOf('TaskStop', (id) => ({ task_id: id })),
  ...stopOf('KillShell', (id) => ({ shell_id: id })),
  ...stopOf('KillBash', (id) => ({ shell_id: id })),
  {
    name: 'WebFetch',
    input: ({ side }) => ({ url: `http://${side.host}/page` }),
    effect(result, { side }) {
      expect(result).toContain('Tide table');
      expect(side.asked).toContain('GET /page');
    },
  },
  {
    name: 'WebSearch',
    input: { query: 'when is high tide' },
    effect(result, { side }) {
      expect(result).toContain('https://tides.example/');
      expect(side.asked.at(-1)).toMatch(/^GET \/search\?q=when/);
    },
  },
];

type Input = (id: string) => object;

/** A background command and its output. */
function outputOf(name: string, input: Input): readonly Call[] {
  return [
    started(name, `echo printed for ${name}`),
    { name, input: ({ seen }) => input(seen.get(name) ?? ''), effect: shows(new RegExp(`completed[^]*printed for ${name}`)) },
  ];
}

/** A background command and its end. */
function stopOf(name: string, input: Input): readonly Call[] {
  return [
    started(name, `exec -a sleeper-${name} sleep 600`),
    {
      name,
      input: ({ seen }) => input(seen.get(name) ?? ''),
      effect: (_, { run }) => {
        expect(run.inspect().backgroundTasks.map((task) => task.title)).not.toContain(`exec -a sleeper-${name} sleep 600`);
        expect(execFileSync('ps', ['-eo', 'args='], { encoding: 'utf8' })).not.toContain(`sleeper-${name} 600`);
      },
    },
  ];
}

function started(name: string, command: string): Call {
  return {
    name: 'Bash',
    input: { command, run_in_background: true },
    effect(result, { seen }) {
      seen.set(name, /in the background as (\w+)/.exec(result)?.[1] ?? '');
      expect(seen.get(name)).not.toBe('');
    },
  };
}

/** Working trees of a real repository: tool-git. Each is entered under one name and left under the other. */
export const gitCalls: readonly Call[] = [
  ...worktree('EnterWorktree', 'ExitWorktree', 'first'),
  ...worktree('WorktreeEnter', 'WorktreeExit', 'second'),
];

function worktree(enter: string, exit: string, name: string): readonly Call[] {
  const branch = `worktree-${name}`;
  const branches = (world: World) => execFileSync('git', ['branch'], { cwd: world.dir, encoding: 'utf8' });
  return [
    {
      name: enter,
      input: { name },
      effect(_, world) {
        expect(world.run.inspect().cwd).toBe(join(world.dir, '.claude/worktrees', name));
        expect(read(world, `.claude/worktrees/${name}/note.txt`)).toBe('alpha\nbeta\n');
        expect(branches(world)).toContain(branch);
      },
    },
    {
      name: exit,
      input: { action: 'remove' },
      effect(_, world) {
        expect(world.run.inspect().cwd).toBe(world.dir);
        expect(existsSync(join(world.dir, '.claude/worktrees', name))).toBe(false);
        expect(branches(world)).not.toContain(branch);
      },
    },
  ];
}
