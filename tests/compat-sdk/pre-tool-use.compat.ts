import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookCallback, HookJSONOutput } from '@loadout/sdk';
import { describe, expect, it } from 'vitest';
import { bash, decides, done, on, told } from './lib/hooks.js';
import { resultsIn, wholeOf } from './lib/requests.js';
import { sdks } from './lib/sdks.js';
import { world } from './lib/world.js';

describe.each(sdks)('$name: PreToolUse', (sdk) => {
  it('is told of the call (HOOK-01, CTRL-09)', async () => {
    const { heard, hook } = told();
    const { ask, cwd } = await world([bash('echo hi'), done]);
    const { result } = await ask(sdk, 'go', { hooks: { PreToolUse: [{ hooks: [hook] }] } });
    expect(heard).toEqual([
      expect.objectContaining({
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: expect.objectContaining({ command: 'echo hi' }),
        tool_use_id: 'toolu_b',
        session_id: result.session_id,
        transcript_path: expect.any(String),
        cwd,
        permission_mode: 'default',
      }),
    ]);
    expect(heard[0]).not.toHaveProperty('agent_id');
  });

  it('sees where a file is, however its path is written, and so does canUseTool (0012)', async () => {
    const { heard, hook } = told();
    const write = { name: 'Write', input: { file_path: './sub/../../outside.txt', content: 'x' }, id: 'toolu_w' };
    const { ask, cwd } = await world([{ tools: [write] }, done]);
    const asked: unknown[] = [];
    await ask(sdk, 'go', {
      hooks: { PreToolUse: [{ hooks: [hook] }] },
      canUseTool: async (_, input) => {
        asked.push(input);
        return { behavior: 'deny', message: 'no' };
      },
    });
    const whole = { file_path: join(cwd, '../outside.txt'), content: 'x' };
    expect([heard[0], asked[0]]).toMatchObject([{ tool_input: whole }, whole]);
  });

  it('allow lets a call pass unasked (HOOK-12)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    let asked = 0;
    await ask(sdk, 'go', {
      hooks: on('PreToolUse', decides('allow')),
      canUseTool: async () => {
        asked++;
        return { behavior: 'deny', message: 'no' };
      },
    });
    expect([asked, existsSync(join(cwd, 'made'))]).toEqual([0, true]);
  });

  it('allow lifts no deny rule (HOOK-12)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', { hooks: on('PreToolUse', decides('allow')), disallowedTools: ['Bash(touch:*)'] });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('deny stops the call and gives the model the reason (HOOK-12)', async () => {
    const { api, ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', { hooks: on('PreToolUse', decides('deny')), allowedTools: ['Bash'] });
    expect(resultsIn(api.requests[1]).toolu_b).toContain('because');
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('ask asks although a rule allows it (HOOK-12)', async () => {
    const { ask } = await world([bash('touch made'), done]);
    let asked = 0;
    await ask(sdk, 'go', {
      hooks: on('PreToolUse', decides('ask')),
      allowedTools: ['Bash(touch:*)'],
      canUseTool: async (_, input) => {
        asked++;
        return { behavior: 'allow', updatedInput: input };
      },
    });
    expect(asked).toBe(1);
  });

  it('defer ends the run with the call in hand (CTRL-13)', async () => {
    const { ask } = await world([bash('touch made'), done]);
    const { result, thrown } = await ask(sdk, 'go', { hooks: on('PreToolUse', decides('defer')) });
    expect(thrown).toBeUndefined();
    expect(result).toMatchObject({
      subtype: 'success',
      stop_reason: 'tool_deferred',
      terminal_reason: 'tool_deferred',
      deferred_tool_use: { id: 'toolu_b', name: 'Bash', input: { command: 'touch made' } },
    });
  });

  it('a resumed session asks again about the call that was deferred, and runs it (CTRL-13)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    const { result } = await ask(sdk, 'go', { hooks: on('PreToolUse', decides('defer')) });
    await ask(sdk, 'go on', { resume: result.session_id, hooks: on('PreToolUse', decides('allow')) });
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });

  it('updatedInput takes the place of the whole input (HOOK-12)', async () => {
    const { ask, cwd } = await world([bash('touch wrong'), done]);
    await ask(sdk, 'go', { hooks: on('PreToolUse', decides('allow', { updatedInput: { command: 'touch right' } })) });
    expect([existsSync(join(cwd, 'wrong')), existsSync(join(cwd, 'right'))]).toEqual([false, true]);
  });

  it('additionalContext reaches the model (HOOK-12)', async () => {
    const { api, ask } = await world([bash('echo hi'), done]);
    await ask(sdk, 'go', {
      hooks: on('PreToolUse', {
        hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'the moon is full' },
      } as HookJSONOutput),
    });
    expect(wholeOf(api.requests[1])).toContain('the moon is full');
  });

  it('systemMessage is shown to the program and not sent to the model (HOOK-11)', async () => {
    const { api, ask } = await world([bash('echo hi'), done]);
    const { messages } = await ask(sdk, 'go', { hooks: on('PreToolUse', { systemMessage: 'look out' }) });
    const shown = messages.filter((message) => message.type === 'system' && message.subtype === 'informational');
    expect(shown).toEqual([expect.objectContaining({ content: 'PreToolUse:Bash says: look out' })]);
    expect(wholeOf(api.requests[1])).not.toContain('look out');
  });

  it('continue: false ends the run (HOOK-05)', async () => {
    const { api, ask, cwd } = await world([bash('touch made'), done]);
    const { result } = await ask(sdk, 'go', {
      hooks: on('PreToolUse', { continue: false, stopReason: 'enough' }),
      allowedTools: ['Bash'],
    });
    expect(result).toMatchObject({ terminal_reason: 'hook_stopped' });
    expect([api.requests.length, existsSync(join(cwd, 'made'))]).toEqual([1, false]);
  });

  it.each([
    ['Bash', 1],
    ['Write|Bash', 1],
    ['*', 1],
    ['', 1],
    ['B.sh', 1],
    ['Write', 0],
    ['mcp__.*', 0],
  ])('the matcher %j is heard %i times (HOOK-13)', async (matcher, times) => {
    const { heard, hook } = told();
    const { ask } = await world([bash('echo hi'), done]);
    await ask(sdk, 'go', { hooks: { PreToolUse: [{ matcher, hooks: [hook] }] } });
    expect(heard).toHaveLength(times);
  });

  it('several hooks run at once, and deny wins over ask and allow (HOOK-12)', async () => {
    let running = 0;
    let open: () => void = () => {};
    const all = new Promise<void>((resolve) => {
      open = resolve;
    });
    const hook =
      (answer: HookJSONOutput): HookCallback =>
      async () => {
        if (++running === 3) open();
        await all;
        return answer;
      };
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', {
      hooks: {
        PreToolUse: [{ hooks: [hook(decides('allow')), hook(decides('deny'))] }, { hooks: [hook(decides('ask'))] }],
      },
    });
    expect([running, existsSync(join(cwd, 'made'))]).toEqual([3, false]);
  });

  it('a callback that throws blocks nothing (HOOK-23)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    const { result } = await ask(sdk, 'go', {
      allowedTools: ['Bash'],
      hooks: {
        PreToolUse: [
          {
            hooks: [
              async () => {
                throw new Error('oops');
              },
            ],
          },
        ],
      },
    });
    expect([result.subtype, existsSync(join(cwd, 'made'))]).toEqual(['success', true]);
  });

  it('a callback that throws blocks where it says so (HOOK-23)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', {
      allowedTools: ['Bash'],
      hooks: {
        PreToolUse: [
          {
            onFailure: 'block',
            hooks: [
              async () => {
                throw new Error('oops');
              },
            ],
          },
        ],
      },
    });
    expect(existsSync(join(cwd, 'made'))).toBe(false);
  });

  it('a callback that takes too long blocks nothing (HOOK-18)', async () => {
    const { ask, cwd } = await world([bash('touch made'), done]);
    await ask(sdk, 'go', {
      allowedTools: ['Bash'],
      hooks: { PreToolUse: [{ timeout: 0.05, hooks: [() => new Promise(() => {})] }] },
    });
    expect(existsSync(join(cwd, 'made'))).toBe(true);
  });
});
