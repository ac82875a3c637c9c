import { describe, expect, it } from 'vitest';
import { registerHooks } from '../../hooks/register.js';
import type { HookSet } from './hook.js';

const count = (hooks: HookSet) => registerHooks([{ hooks, owner: 'test' }]).size;

describe('an answer has the fields that its event takes', () => {
  it('compiles with each of these fields', () => {
    const hooks: HookSet = {
      PreToolUse: () => ({ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'no' } }),
      PostToolUse: async () => ({ hookSpecificOutput: { updatedToolOutput: '***', additionalContext: 'hidden' } }),
      Stop: () => ({ decision: 'block', reason: 'go on' }),
      SessionEnd: () => ({ systemMessage: 'bye' }),
      Notification: () => {},
    };
    expect(count(hooks)).toBe(5);
  });

  it('does not compile with a field of another event', () => {
    const hooks: HookSet = {
      // @ts-expect-error: after the call there is nothing left to decide.
      PostToolUse: () => ({ hookSpecificOutput: { permissionDecision: 'deny' } }),
      // @ts-expect-error: a prompt cannot be changed.
      UserPromptSubmit: { name: 'h', run: () => ({ hookSpecificOutput: { updatedInput: 'other' } }) },
      // @ts-expect-error: answers to SessionEnd are not used, so it cannot be blocked.
      SessionEnd: async () => ({ decision: 'block', reason: 'no' }),
      // @ts-expect-error: the name of another event.
      PreToolUse: () => ({ hookSpecificOutput: { hookEventName: 'PostToolUse' as const } }),
    };
    expect(count(hooks)).toBe(4);
  });
});
