import { readFileSync } from 'node:fs';
import { defineTool } from '@loadout/core';
import type { ToolResultBlock } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { model, planFor, reader, runAgent, tempFolder } from './scripted.test-kit.js';

const results = (content: readonly unknown[] | undefined) => (content ?? []) as readonly ToolResultBlock[];
const lastMessage = (requests: readonly { messages: readonly { content: readonly unknown[] }[] }[], index: number) =>
  results(requests[index]?.messages.at(-1)?.content);

describe('results', () => {
  it('over the limit of a tool are stored in a file that the model can read without Read (RES-01, RES-06)', async () => {
    const long = 'line\n'.repeat(20_000);
    let pointer = '';
    const scripted = model((request, index) => {
      if (index === 0) return { calls: [{ name: 'Look' }] };
      if (index > 1) return { text: 'ok' };
      pointer = results(request.messages.at(-1)?.content)[0]?.content as string;
      return {
        calls: [{ name: 'ReadResult', input: { path: /characters \(\d+ KB\): (\S+)/.exec(pointer)?.[1], offset: 99_990 } }],
      };
    });
    const { result } = await runAgent({
      model: scripted,
      customTools: [reader('Look', () => long)],
      permissions: { mode: 'dontAsk' },
    });
    expect(pointer).toContain('Original size: 100000 characters');
    expect(lastMessage(scripted.requests, 2)[0]?.content).toBe('line\nline\n');
    expect(result.spilled).toBe(1);
  });

  it('of one message are stored in files, largest first, until they fit (RES-04)', async () => {
    const scripted = model([{ calls: Array.from({ length: 6 }, (_, n) => ({ name: 'Look', input: { n } })) }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [reader('Look', ({ n }) => 'x'.repeat(42_000 + Number(n)))] });
    const lengths = lastMessage(scripted.requests, 1).map((block) => (block.content as string).length);
    expect(lengths.filter((length) => length > 40_000)).toEqual([42_000, 42_001, 42_002, 42_003]);
  });
});

describe('hooks around a run', () => {
  it('SessionStart and UserPromptSubmit add context; a blocked prompt never reaches the model', async () => {
    const scripted = model([{ text: 'ok' }]);
    const hooks = {
      SessionStart: () => ({ hookSpecificOutput: { additionalContext: 'from the start' } }),
      UserPromptSubmit: () => ({ systemMessage: 'with the prompt' }),
    };
    await runAgent({ model: scripted, hooks });
    expect(JSON.stringify(scripted.requests[0]?.messages)).toMatch(/from the start.*with the prompt/);
    const blocked = await runAgent({
      model: scripted,
      hooks: { UserPromptSubmit: () => ({ decision: 'block' as const, reason: 'not today' }) },
    });
    expect(blocked.result).toMatchObject({
      outcome: 'blocked',
      error: { code: 'PROMPT_BLOCKED', message: expect.stringContaining('not today') },
    });
    expect(scripted.requests).toHaveLength(1);
  });

  it('Stop may send the model back, at most eight times in a row (HOOK-22)', async () => {
    const active: boolean[] = [];
    const Stop = (input: { stop_hook_active: boolean }) => {
      active.push(input.stop_hook_active);
      return { decision: 'block' as const, reason: 'not done yet' };
    };
    const { result } = await runAgent({ model: model(() => ({ text: 'done?' })), hooks: { Stop } });
    expect(result).toMatchObject({ outcome: 'success', turns: 9 });
    expect(active.slice(0, 2)).toEqual([false, true]);
  });

  it('continue: false ends the run after the call, with the reason', async () => {
    const hooks = { PostToolUse: () => ({ continue: false, stopReason: 'enough' }) };
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Look' }] }]),
      customTools: [reader('Look', () => 'x')],
      hooks,
    });
    expect(result).toMatchObject({ outcome: 'stopped', error: { message: 'enough' } });
  });
});

describe('session events', () => {
  it('of a tool reach every reader of the run (EVT-01, EVT-02)', async () => {
    const sent = [
      { type: 'TodoListUpdated', oldTodos: [], newTodos: ['x'] },
      { type: 'ToolListChanged' },
      { type: 'ResourceListChanged' },
      { type: 'PromptListChanged' },
    ] as const;
    const teller = defineTool({
      name: 'Tell',
      description: 'Tells.',
      call: (_, context) => {
        for (const event of sent) context.emit(event);
        return 'told';
      },
    });
    const { events } = await runAgent({ model: model([{ calls: [{ name: 'Tell' }] }, { text: 'ok' }]), customTools: [teller] });
    expect(events.filter((event) => sent.some((one) => one.type === event.type))).toEqual(sent);
  });

  it('and no event that only the run may send', async () => {
    const refused: unknown[] = [];
    const teller = defineTool({
      name: 'Tell',
      description: 'Tells.',
      call: (_, context) => {
        for (const event of [{ type: 'result', result: { outcome: 'success' } }, null, 5, { type: 'toString' }])
          try {
            context.emit(event as never);
          } catch (error) {
            refused.push(error);
          }
        context.progress({ toString: () => 'x'.repeat(20_000) } as never);
        return 'told';
      },
    });
    const { events } = await runAgent({ model: model([{ calls: [{ name: 'Tell' }] }, { text: 'ok' }]), customTools: [teller] });
    expect(refused).toHaveLength(4);
    expect(events.filter(({ type }) => type === 'result')).toHaveLength(1);
    expect(events.filter((event) => event.type === 'tool_progress').map(({ message }) => message)).toEqual(['x'.repeat(10_000)]);
  });

  it('and what a tool writes into its context changes nothing for the next call', async () => {
    const seen: unknown[] = [];
    const writer = defineTool({
      name: 'Widen',
      description: 'Widens.',
      call: (_, context) => {
        seen.push([...context.roots], context.env.WIDER);
        (context.roots as string[]).push('/');
        (context.env as Record<string, string>).WIDER = '1';
        return 'done';
      },
    });
    const call = { calls: [{ name: 'Widen' }] };
    const workspace = tempFolder();
    await runAgent({ workspace, model: model([call, call, { text: 'ok' }]), customTools: [writer] });
    expect(seen).toEqual([[workspace], undefined, [workspace], undefined]);
  });
});

describe('secrets', () => {
  it('reach neither the model, the session file nor a saved result', async () => {
    const secret = 'correct-horse-battery';
    const workspace = tempFolder();
    const plan = planFor(workspace, { secrets: [secret] });
    const scripted = model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]);
    const { run } = await runAgent({
      plan,
      workspace,
      permissions: {},
      model: scripted,
      customTools: [reader('Look', () => `key=${secret}`)],
    });
    expect(lastMessage(scripted.requests, 1)[0]?.content).toBe('key=[secret]');
    expect(readFileSync(run.transcript, 'utf8')).not.toContain(secret);
  });
});

describe('plugins in code', () => {
  it('are refused if two tools take one name, with both origins (POOL-03)', async () => {
    const tool = (name: string) => defineTool({ name, description: 'd', call: () => '' });
    await expect(runAgent({ model: model([]), customTools: [tool('Same'), tool('Same')] })).rejects.toMatchObject({
      code: 'TOOL_NAME_TAKEN',
    });
  });
});
