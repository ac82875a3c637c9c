import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookJSONOutput } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { bash, done, type Input, on, told } from './lib/hooks.js';
import { resultsIn, toolResults, wholeOf } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { kinds, world } from './lib/world.js';

describe.each(sdks)('$name: hooks after a call', (sdk) => {
  it('PostToolUse is told what the tool gave, and may add to it (HOOK-01)', async () => {
    const { heard, hook } = told({
      hookSpecificOutput: { hookEventName: 'PostToolUse', additionalContext: 'it was warm' },
    } as HookJSONOutput);
    const { api, ask } = await world([bash('echo hi'), done]);
    await ask(sdk, 'go', { hooks: { PostToolUse: [{ hooks: [hook] }] } });
    expect(heard).toEqual([
      expect.objectContaining({
        hook_event_name: 'PostToolUse',
        tool_name: 'Bash',
        tool_use_id: 'toolu_b',
        tool_response: expect.objectContaining({ stdout: expect.stringContaining('hi') }),
        duration_ms: expect.any(Number),
      }),
    ]);
    expect(wholeOf(api.requests[1])).toContain('it was warm');
  });

  it('updatedToolOutput takes the place of what the model reads (PIPE-12)', async () => {
    const { api, ask } = await world([bash('echo secret'), done]);
    await ask(sdk, 'go', {
      hooks: on('PostToolUse', {
        hookSpecificOutput: { hookEventName: 'PostToolUse', updatedToolOutput: 'nothing to see' },
      } as HookJSONOutput),
    });
    expect(resultsIn(api.requests[1]).toolu_b).toBe('nothing to see');
  });

  it('a block after the call gives the model the reason (HOOK-17)', async () => {
    const { api, ask } = await world([bash('echo hi'), done]);
    await ask(sdk, 'go', { hooks: on('PostToolUse', { decision: 'block', reason: 'look again' }) });
    expect(wholeOf(api.requests[1])).toContain('look again');
  });

  it('continue: false after a call ends the run (HOOK-07)', async () => {
    const { api, ask } = await world([bash('echo hi'), done]);
    const { result } = await ask(sdk, 'go', { hooks: on('PostToolUse', { continue: false, stopReason: 'enough' }) });
    expect(result).toMatchObject({ terminal_reason: 'hook_stopped' });
    expect(api.requests).toHaveLength(1);
  });

  it('PostToolUseFailure is told of the error, and may add to it (HOOK-01)', async () => {
    const { heard, hook } = told({
      hookSpecificOutput: { hookEventName: 'PostToolUseFailure', additionalContext: 'try tomorrow' },
    } as HookJSONOutput);
    const { api, ask } = await world([bash('exit 3'), done]);
    await ask(sdk, 'go', { allowedTools: ['Bash'], hooks: { PostToolUseFailure: [{ hooks: [hook] }] } });
    expect(heard).toEqual([
      expect.objectContaining({ hook_event_name: 'PostToolUseFailure', tool_name: 'Bash', error: expect.stringContaining('3') }),
    ]);
    expect(toolResults(api.requests[1])).toEqual([expect.objectContaining({ is_error: true })]);
    expect(wholeOf(api.requests[1])).toContain('try tomorrow');
  });
});

describe.each(sdks)('$name: hooks around a turn', (sdk) => {
  it('UserPromptSubmit is told of the prompt and may add to it (HOOK-27)', async () => {
    const { heard, hook } = told({
      hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'it is Sunday' },
    } as HookJSONOutput);
    const { api, ask } = await world([done]);
    await ask(sdk, 'What day?', { hooks: { UserPromptSubmit: [{ hooks: [hook] }] } });
    expect(heard).toEqual([expect.objectContaining({ hook_event_name: 'UserPromptSubmit', prompt: 'What day?' })]);
    expect(wholeOf(api.requests[0])).toContain('it is Sunday');
  });

  it('a prompt that UserPromptSubmit blocks asks no model (HOOK-27)', async () => {
    const { api, ask } = await world([done]);
    const { messages, result, thrown } = await ask(sdk, 'my password is x', {
      hooks: on('UserPromptSubmit', { decision: 'block', reason: 'no passwords' }),
    });
    expect(thrown).toBeUndefined();
    expect(result).toMatchObject({ subtype: 'success', num_turns: 0, result: expect.stringContaining('no passwords') });
    expect(kinds(messages)).toContain('system/informational');
    expect(api.requests).toHaveLength(0);
  });

  it('a Stop hook that blocks sends the model on, and the next one knows (HOOK-22)', async () => {
    const heard: Input[] = [];
    const { api, ask } = await world([{ text: 'First.' }, { text: 'Second.' }]);
    const { result } = await ask(sdk, 'go', {
      hooks: {
        Stop: [
          {
            hooks: [
              async (input) => {
                heard.push(input);
                return heard.length === 1 ? { decision: 'block', reason: 'not yet' } : {};
              },
            ],
          },
        ],
      },
    });
    expect(heard).toEqual([
      expect.objectContaining({ stop_hook_active: false, last_assistant_message: 'First.' }),
      expect.objectContaining({ stop_hook_active: true, last_assistant_message: 'Second.' }),
    ]);
    expect(wholeOf(api.requests[1])).toContain('not yet');
    expect(result).toMatchObject({ result: 'Second.' });
  });

  it('SessionStart and SessionEnd fire for callbacks of a program too (HOOK-01)', async () => {
    const heard: string[] = [];
    const hook = async (input: Input) => {
      heard.push(`${input.hook_event_name} ${input.source ?? input.reason}`);
      return { hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: 'be brief' } } as HookJSONOutput;
    };
    const { api, talk } = await world([done]);
    const program = talk(sdk, { hooks: { SessionStart: [{ hooks: [hook] }], SessionEnd: [{ hooks: [hook] }] } });
    program.say('go');
    await program.result();
    expect(heard).toEqual(['SessionStart startup']);
    expect(wholeOf(api.requests[0])).toContain('be brief');
    await program.end();
  });

  it('PermissionRequest decides a call that would be asked about (HOOK-28)', async () => {
    const { heard, hook } = told({
      hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
    } as HookJSONOutput);
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', { hooks: { PermissionRequest: [{ hooks: [hook] }] } });
    expect(heard).toEqual([expect.objectContaining({ tool_name: 'Bash', permission_suggestions: expect.any(Array) })]);
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('PermissionRequest may deny with a message (HOOK-28)', async () => {
    const { api, ask } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', {
      hooks: on('PermissionRequest', {
        hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'nobody may' } },
      } as HookJSONOutput),
    });
    expect(resultsIn(api.requests[1]).toolu_b).toContain('nobody may');
  });

  it('includeHookEvents tells of each hook as it runs (HOOK-26)', async () => {
    const { ask } = await world([bash('echo hi'), done]);
    const { messages } = await ask(sdk, 'go', { includeHookEvents: true, hooks: on('PreToolUse', {}) });
    expect(kinds(messages)).toEqual(expect.arrayContaining(['system/hook_started', 'system/hook_response']));
  });
});
