import { tmpdir } from 'node:os';
import type { HookEvent } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { hookKit } from './hook.test-kit.js';

const { make, ask } = hookKit(tmpdir);

/** A small model with a fixed answer that records its requests in `asked`. */
function says(answer: string) {
  const asked: string[] = [];
  return { asked, smallModel: { ask: async ({ prompt }: { prompt: string }) => (asked.push(prompt) > 0 ? answer : '') } };
}

describe('a prompt hook (HOOK-15, HOOK-20)', () => {
  it('asks the small model, with the event in place of $ARGUMENTS or after the prompt', async () => {
    const model = says('{"ok": true}');
    expect(await ask(await make({ type: 'prompt', prompt: 'Is <$ARGUMENTS> fine?' }), 'PreToolUse', {}, model)).toBeUndefined();
    await ask(await make({ type: 'prompt', prompt: 'Fine?' }), 'PreToolUse', { tool_input: { cost: '$&' } }, model);
    expect(model.asked[0]).toMatch(/^Is <\{.*"tool_name":"Bash".*\}> fine\?$/);
    expect(model.asked[1]).toMatch(/^Fine\?\n\n\{.*"cost":"\$&".*\}$/);
  });

  it.each([
    ['PreToolUse', {}, { decision: 'block', reason: 'too risky' }],
    ['UserPromptSubmit', {}, { decision: 'block', reason: 'too risky' }],
    ['Stop', {}, { decision: 'block', reason: 'too risky' }],
    ['PostToolUse', {}, { continue: false, stopReason: 'too risky' }],
    [
      'PostToolUse',
      { continueOnBlock: true },
      { hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'too risky' } },
    ],
  ] as [HookEvent, object, object][])('ok: false on %s with %j', async (event, fields, output) => {
    const hook = await make({ type: 'prompt', prompt: 'Fine?', ...fields }, event);
    expect(await ask(hook, event, {}, says('Well: {"ok": false, "reason": "too risky"}'))).toEqual(output);
  });

  it('does not send the model back for what is impossible', async () => {
    const hook = await make({ type: 'prompt', prompt: 'Done?' }, 'Stop');
    expect(await ask(hook, 'Stop', {}, says('{"ok": false, "impossible": true, "reason": "no"}'))).toEqual({
      systemMessage: 'no',
    });
  });

  it.each([['yes'], ['{"ok": "yes"}'], ['']])('that is answered with %j fails, so that a guard blocks', async (answer) => {
    await expect(ask(await make({ type: 'prompt', prompt: 'Fine?' }), 'PreToolUse', {}, says(answer))).rejects.toThrow('model');
  });

  it('fails where no small model is configured', async () => {
    await expect(ask(await make({ type: 'prompt', prompt: 'Fine?' }), 'PreToolUse')).rejects.toThrow(
      'no small model is configured',
    );
  });
});
