import type { HookSet } from '@loadout/core';
import { describe, expect, it } from 'vitest';
import { model, reader, runAgent, writer } from './scripted.test-kit.js';

const look = reader('Look', () => 'seen');

describe('hooks get from a run', () => {
  const scripted = () => model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]);
  const search = writer('mcp__crm__find', ({ q }) => `found ${q}`);

  it('calls of a tool by name: no mode prevents them, and a deny rule does (HOOK-15)', async () => {
    const answers: unknown[] = [];
    const hooks: HookSet = {
      PreToolUse: async (input, _, { callTool, signal }) => {
        if (input.tool_name !== 'Look') throw new Error('a hook hears of no call of a hook');
        for (const name of ['mcp__crm__find', 'mcp__gone__x'])
          answers.push((await callTool?.(name, { input: { q: 'x' }, signal }))?.content);
      },
    };
    const run = async (deny: readonly string[]) => {
      const permissions = { mode: 'dontAsk' as const, allow: ['Look'], deny };
      return runAgent({ model: scripted(), customTools: [look, search], hooks, permissions });
    };
    const { events, result } = await run([]);
    await run(['mcp__crm__find(q:x)']);
    expect(answers).toEqual(['found x', undefined, expect.stringContaining('denied'), undefined]);
    expect([result.toolCalls, events.filter((event) => event.type === 'tool_call').length]).toEqual([1, 1]);
  });

  it('the small model, if one is configured (HOOK-20)', async () => {
    const seen: unknown[] = [];
    const hooks: HookSet = {
      Stop: async (_, __, { smallModel, signal }) => void seen.push(await smallModel?.ask({ prompt: 'Fine?', signal })),
    };
    const both = model((request) => ({ text: request.model === 'small' ? 'yes' : 'done' }));
    await runAgent({ model: both, smallModel: 'small', hooks });
    await runAgent({ model: both, hooks });
    expect(seen).toEqual(['yes', undefined]);
  });
});
