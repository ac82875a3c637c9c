import { type HookRound, SessionHooks, Worktrees } from '@loadout/core';
import { testContext } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { apart } from './isolated.js';

function session(answer: Partial<HookRound> = {}) {
  const heard: unknown[] = [];
  const worktrees: Worktrees = {
    create: async ({ name }) => ({ path: `/trees/${name}`, branch: name }),
    finish: async () => ({ removed: true, changes: [] }),
  };
  const hooks: SessionHooks = {
    fire: async (event, input) => {
      heard.push([event, input]);
      return { contexts: [], messages: [], ...answer };
    },
  };
  const context = testContext({
    services: [
      [Worktrees, worktrees],
      [SessionHooks, hooks],
    ],
  });
  onTestFinished(() => context.dispose());
  return { context, heard };
}

describe('an agent that works apart (AGENT-11)', () => {
  it('has a worktree that hooks hear of when it is made and when it is gone (HOOK-02)', async () => {
    const { context, heard } = session();
    const place = await apart('fix', context);
    expect([place.cwd, await place.finish()]).toEqual(['/trees/fix', 'Its worktree held no changes and was removed.']);
    expect(heard).toEqual([
      ['WorktreeCreate', { name: 'fix' }],
      ['WorktreeRemove', { worktree_path: '/trees/fix' }],
    ]);
  });

  it('works where a hook has made its folder (HOOK-02)', async () => {
    const place = await apart('fix', session({ worktreePath: '/made' }).context);
    expect([place.cwd, await place.finish()]).toEqual(['/made', 'Its work is in /made, which a hook made.']);
  });

  it('does not start where a hook blocks that (HOOK-17)', async () => {
    const { context } = session({ verdict: { behavior: 'deny', by: 'quota', reason: 'no space' } });
    await expect(apart('fix', context)).rejects.toMatchObject({
      message: expect.stringContaining('the hook quota blocked it: no space'),
    });
  });

  it('needs a plugin that makes worktrees', async () => {
    const context = testContext();
    onTestFinished(() => context.dispose());
    await expect(apart('fix', context)).rejects.toMatchObject({ code: 'AGENT_APART' });
  });
});
