import { describe, expect, it } from 'vitest';
import { answer, makeWorld, preToolUse, recorder, type WorldOptions } from './environment.test-kit.js';
import { previewToolCall } from './pipeline.js';

const preview = (options: WorldOptions, input: unknown = {}, name = 'Note') => {
  const { env } = makeWorld(options);
  return previewToolCall({ id: 'preview', name, input }, env);
};

describe('a preview of a call', () => {
  it.each([
    [{ allow: ['Note'] }, 'allow'],
    [{ ask: ['Note'] }, 'ask'],
    [{ allow: ['Note'], deny: ['Note'] }, 'deny'],
    [{}, 'ask'],
  ] satisfies [WorldOptions, string][])('decides as the call would: %j gives %s', async (rules, behavior) => {
    const { tool, calls } = recorder({ name: 'Note' });
    expect((await preview({ tools: [tool], ...rules })).decision.behavior).toBe(behavior);
    expect(calls).toEqual([]);
  });

  it('runs no hook, asks nobody and sends no event', async () => {
    const happened: string[] = [];
    const hooks = preToolUse(() => {
      happened.push('hook');
      return answer('deny');
    });
    const asker = () => () => {
      happened.push('question');
      return { behavior: 'allow' as const };
    };
    const emit = () => void happened.push('event');
    const { tool } = recorder({ name: 'Note' });
    expect((await preview({ tools: [tool], hooks, env: { asker, emit } })).decision.behavior).toBe('ask');
    expect(happened).toEqual([]);
  });

  it('returns the input that the call would run with, and the error with which the call would be refused', async () => {
    const inputSchema = {
      type: 'object',
      properties: { file_path: { type: 'string' }, lines: { type: 'integer', default: 10 } },
      required: ['file_path'],
    } as const;
    const { tool } = recorder({ name: 'Note', inputSchema });
    expect((await preview({ tools: [tool] }, { filePath: 'a' })).call.input).toEqual({ file_path: 'a', lines: 10 });
    await expect(preview({ tools: [tool] }, { lines: 1 })).rejects.toMatchObject({ code: 'TOOL_INPUT_INVALID' });
    await expect(preview({ tools: [tool] }, {}, 'Nothing')).rejects.toMatchObject({ code: 'TOOL_UNKNOWN' });
  });
});
