import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { BackgroundTasks } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import type { Asked } from '../../../tests/lib/command-session.js';
import { makeWorkspace, write } from '../../../tests/lib/git-workspace.js';
import { until } from './testing/context.js';
import { openSession } from './testing/workspace.js';

const ACCEPT = { mode: 'acceptEdits' } as const;

describe('a file that is written later than it was looked at is no edit that acceptEdits accepts (C4, C15)', () => {
  const { workspace } = makeWorkspace({ 'd/f': 'f\n', 'd/g': 'g\n' });

  it.each([
    'echo x > d/f',
    'cp d/f d/g',
    'mkdir -p x/y && touch x/y/z',
    'for f in a b; do touch $f.x; done; rm a',
    'sort -o d/f d/g',
  ])('%s is accepted', async (command) => {
    const session = await openSession(workspace);
    const allow = ['Bash(sort:*)'];
    expect(
      session.decide(command, { ...ACCEPT, allow: command.startsWith('for') ? ['Bash', 'Edit(/**)'] : allow }).behavior,
    ).toBe('allow');
  });

  it.each(['echo x > d/f', 'cp d/f d/g', 'touch d/f', 'cp -aT d e'])(
    '%s in the background is asked about (C4)',
    async (command) => {
      const session = await openSession(workspace);
      expect(session.decide(command, { ...ACCEPT, background: true }).behavior).toBe('ask');
      expect(session.decide(command, { ...ACCEPT, background: true, allow: ['Bash(cp:*)', 'Bash(touch:*)'] }).behavior).toBe(
        'ask',
      );
      expect(session.decide(command, { ...ACCEPT, background: true, allow: ['Edit(/**)'] }).behavior).toBe('allow');
    },
  );

  it.each([
    '( sleep 3; echo x > d/f ) >/dev/null 2>&1 &',
    '{ sleep 3; touch d/f; } &',
    'echo x > d/f &',
    'sleep 3; echo x > d/f',
    'timeout 9 sleep 3; echo x > d/f',
    'sleep 3 && touch d/f',
    'echo x > d/f; sleep 1',
    'while test ! -e go; do true; done; echo x > d/f',
    'until test -e go; do :; done; touch d/f',
    'timeout 3 tail -f d/g; echo x > d/f',
    "trap 'echo x > d/f' EXIT; true",
    'true > >(cat > d/f)',
    'wait; echo x > d/f',
    'echo a | { read -r l; echo x > d/f; }',
    'echo "$(sleep 1)" > d/f',
    "bash -c 'sleep 1; echo x > d/f'",
  ])('%s is asked about (C15)', async (command) => {
    const session = await openSession(workspace);
    expect(session.decide(command, ACCEPT).behavior).toBe('ask');
    expect(session.decide(command.replaceAll('> d/f', '| cat'), ACCEPT).behavior).toBe(
      /touch|>\(cat/.test(command) ? 'ask' : 'allow',
    );
  });

  it('unless a sandbox keeps the whole call in', async () => {
    const session = await openSession(workspace);
    const sandboxed = { autoAllow: false, excludedCommands: [] };
    expect(session.decide('sleep 3; echo x > d/f', { ...ACCEPT, sandboxed }).behavior).toBe('allow');
    expect(
      session.decide('sleep 3; touch d/f', { ...ACCEPT, sandboxed: { ...sandboxed, excludedCommands: ['touch:*'] } }).behavior,
    ).toBe('ask');
    expect(session.decide('echo x > /etc/x', { ...ACCEPT, sandboxed }).behavior).toBe('ask');
  });

  it('and where a command whose time is up goes on, all that several commands write is written later', async () => {
    const going = await openSession(workspace, { backgroundOnTimeout: true });
    expect(going.decide('grep -c x d/g; echo x > d/f', ACCEPT).behavior).toBe('ask');
    expect(going.decide('echo x > d/f', ACCEPT).behavior).toBe('allow');
  });
});

describe('the shown attacks write nothing outside (C4, C15)', () => {
  const attack = async (waiting: string, asked: Asked) => {
    const { workspace, base } = makeWorkspace({ 'd/f': 'f\n', 'tmpl/x': 'x\n' });
    mkdirSync(join(base, 'outside'));
    write(base, { 'outside/target': 'kept\n' });
    symlinkSync('../../outside/target', join(workspace, 'tmpl/f'));
    const session = await openSession(workspace);
    await session.run(waiting, asked);
    expect(await session.run('rm d/f', ACCEPT)).toBeDefined();
    expect(await session.run('cp -aT tmpl d', ACCEPT)).toBeDefined();
    expect(await session.run('touch go', ACCEPT)).toBeDefined();
    const target = join(base, 'outside/target');
    if (asked.mode === 'bypassPermissions') await until(() => readFileSync(target, 'utf8') === 'x\n');
    await Promise.all(
      session.context
        .get(BackgroundTasks)
        .list()
        .map((task) => task.ended),
    );
    return readFileSync(target, 'utf8');
  };
  it.each([
    ['while ! test -e go; do sleep 0.01; done; echo x > d/f', true],
    ['( while ! test -e go; do sleep 0.01; done; echo x > d/f ) >/dev/null 2>&1 &', false],
  ])('%s', async (command, background) => {
    expect(await attack(command, { ...ACCEPT, background })).toBe('kept\n');
    // Without a question, the attack succeeds.
    expect(await attack(command, { mode: 'bypassPermissions', background })).toBe('x\n');
  });
});
