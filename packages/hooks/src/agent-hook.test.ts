import type { HookContext, HookInput } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { agentHook } from './agent-hook.js';

type Question = Parameters<NonNullable<HookContext['askAgent']>>[0];

async function judged(
  answer: string,
  { event = 'Stop', ...entry }: { event?: 'Stop' | 'PostToolUse'; continueOnBlock?: boolean } = {},
) {
  const asked: Question[] = [];
  const hook = await agentHook.make(
    { type: 'agent', prompt: 'Are the tests green?', ...entry },
    { event, configDir: '/', env: {} },
  );
  const context = {
    signal: new AbortController().signal,
    askAgent: async (question: Question) => {
      asked.push(question);
      return answer;
    },
  } as unknown as HookContext;
  const output = await hook.run({ hook_event_name: event } as HookInput, undefined, context);
  return { output, asked, seconds: hook.timeoutSeconds };
}

describe('a hook of the type agent (HOOK-15, HOOK-18, HOOK-20)', () => {
  it('has no opinion when the agent finds all well, within 60 seconds unless it says otherwise', async () => {
    const { output, asked, seconds } = await judged('I looked.\n{"ok": true}');
    expect([output, seconds]).toEqual([undefined, 60]);
    expect(asked[0]?.prompt).toBe('Are the tests green?\n\n{"hook_event_name":"Stop"}');
  });

  it('blocks with its reason, and after a call ends the run or tells the model', async () => {
    const no = '{"ok": false, "reason": "two fail"}';
    expect((await judged(no)).output).toEqual({ decision: 'block', reason: 'two fail' });
    expect((await judged(no, { event: 'PostToolUse' })).output).toEqual({ continue: false, stopReason: 'two fail' });
    expect((await judged(no, { event: 'PostToolUse', continueOnBlock: true })).output).toEqual({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'two fail' },
    });
  });

  it('fails where the agent says something else, or none can be started', async () => {
    await expect(judged('All good.')).rejects.toThrow('did not answer with {"ok"');
    const hook = await agentHook.make({ type: 'agent', prompt: 'x' }, { event: 'Stop', configDir: '/', env: {} });
    const alone = { signal: new AbortController().signal } as unknown as HookContext;
    await expect(async () => hook.run({} as HookInput, undefined, alone)).rejects.toThrow('no agent can be started');
  });
});
