import type { HookSet } from '@loadout/core';
import { createAgent } from '@loadout/runner';
import { describe, expect, it } from 'vitest';
import { model, tempFolder, writer } from '../../runner/src/run/scripted.test-kit.js';
import { tryHooks } from './try-hooks.js';

describe('trying the hooks of an event that did not happen', () => {
  it('shows each answer and the combined answer, and runs nothing else', async () => {
    const calls: string[] = [];
    const workspace = tempFolder();
    const note = writer('Note', () => String(calls.push('ran')));
    const hooks: HookSet = {
      PreToolUse: [
        { name: 'shout', phase: 'transform', run: () => ({ hookSpecificOutput: { updatedInput: { text: 'LOUD' } } }) },
        { name: 'asks', if: 'Note(text:LOUD)', run: () => ({ hookSpecificOutput: { permissionDecision: 'ask' } }) },
        { name: 'other', matcher: 'Bash', run: () => ({ decision: 'block' }) },
      ],
    };
    const agent = await createAgent({ model: model([]), customTools: [note], hooks, workspace, env: {} });
    const tried = await tryHooks(agent, { event: 'PreToolUse', tool: 'Note', input: { text: 'quiet' } });
    expect(tried.hooks.map((hook) => [hook.name, hook.outcome])).toEqual([
      ['shout', 'changed'],
      ['asks', 'ask'],
    ]);
    expect(tried.combined).toMatchObject({ verdict: { behavior: 'ask', by: 'asks' }, updatedInput: { value: { text: 'LOUD' } } });
    await expect(tryHooks(agent, { event: 'PreToolUse', tool: 'Nope' })).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
    await agent.close();
    expect(calls).toEqual([]);
  });
});
