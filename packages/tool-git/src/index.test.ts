import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worktrees } from '@loadout/core';
import { describePlugin } from '@loadout/testing';
import { describe, expect, it } from 'vitest';
import plugin from './index.js';
import { branches, commitAll, DEFAULTS, inRepository, put } from './repository.test-kit.js';
import { createWorktrees, worktreesOffer } from './worktrees-offer.js';

describePlugin(plugin, {
  describe,
  it,
  packageJson: JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')),
  invalidOptions: [
    { options: { dir: '' }, path: '/dir' },
    { options: { timeoutSeconds: 0 }, path: '/timeoutSeconds' },
  ],
});

describe('Worktrees, for agents that work apart', () => {
  it('is what the plugin offers under the name of the service', () => {
    expect(worktreesOffer(DEFAULTS).service).toEqual(Worktrees);
  });

  it('makes one, removes it when nothing would be lost, and leaves and reports it when something would (AGENT-11)', async () => {
    const { context, dir } = inRepository();
    const { sessionId, cwd, roots, artifactDir, env } = context;
    const worktrees = createWorktrees({ sessionId, cwd, roots, artifactDir, env }, DEFAULTS);
    const signal = new AbortController().signal;
    const clean = await worktrees.create({ name: 'agent-1', cwd: dir, signal });
    const dirty = await worktrees.create({ name: 'agent-2', cwd: dir, signal });
    put(dirty.path, { 'new.txt': 'x', 'a.txt': 'two\n' });
    commitAll(dirty.path, 'Its work');
    put(dirty.path, { 'more.txt': 'x' });
    expect(await worktrees.finish(clean)).toEqual({ removed: true, changes: [] });
    expect(await worktrees.finish(dirty)).toEqual({
      removed: false,
      changes: ['not committed: ?? more.txt', expect.stringMatching(/^not merged: [0-9a-f]+ Its work$/)],
    });
    expect([existsSync(clean.path), existsSync(join(dirty.path, 'more.txt')), branches(dir)]).toEqual([
      false,
      true,
      ['main', 'worktree-agent-2'],
    ]);
    await expect(worktrees.finish(clean)).rejects.toThrow();
    await expect(worktrees.create({ name: '../x', cwd: dir, signal })).rejects.toThrow('cannot be used');
  });
});
