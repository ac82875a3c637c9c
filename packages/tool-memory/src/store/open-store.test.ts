import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { completeOptions, type MemoryOptions } from '../options.js';
import { openStore } from './open-store.js';

function place() {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), 'memory-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const workspace = join(base, 'work');
  mkdirSync(workspace);
  const open = (machine: string, options: Partial<MemoryOptions>) =>
    openStore({
      options: completeOptions(options),
      stateDir: join(base, machine),
      workspace,
      artifactDir: join(base, machine, 'session'),
      session: 's1',
      agent: 'helper',
    });
  return { base, workspace, open };
}

const note = { text: 'Ten minutes.', record: { origin: 'agent', at: 1 } } as const;

it.each(['project', 'user', 'agent', 'session'] as const)(
  'two machines with a shared folder have one store: %s',
  async (scope) => {
    const { base, open } = place();
    const shared = join(base, 'shared');
    expect(await open('a', { scope, shared }).write('build.md', note, { before: undefined })).toBe(true);
    expect(await open('b', { scope, shared }).read('build.md')).toMatchObject(note);
  },
);

it('a shared folder that a repository could bring is refused, also through a link', () => {
  const { base, workspace, open } = place();
  symlinkSync(workspace, join(base, 'link'));
  for (const shared of [workspace, join(workspace, 'records'), join(base, 'link', 'records')])
    expect(() => open('a', { shared })).toThrow('is in the working folder');
  expect(() => open('a', { shared: 'notes' })).toThrow('is not absolute');
});
