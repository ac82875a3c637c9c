import { describe, expect, it } from 'vitest';
import type { Hook } from '../../contract/hook/hook.js';
import { answer, makeWorld, preToolUse, recorder, textOf } from '../environment.test-kit.js';

const NAMES = { text: { type: 'string' } } as const;

describe('changed input is parsed again and decided again, and it is what runs (LAW-02, PIPE-07, PIPE-08)', () => {
  it('replaces the whole input by the hook’s input (HOOK-10)', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const hooks = preToolUse(() => answer('allow', { updatedInput: { text: 'changed' } }));
    const settled = await makeWorld({ tools: [tool], hooks }).call('Note', { text: 'a', more: 1 });
    expect(calls).toEqual([{ text: 'changed' }]);
    expect(settled.input).toEqual({ text: 'changed' });
  });

  it('does not run changed input that does not fit the schema', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const hooks = preToolUse(() => answer('allow', { updatedInput: { text: {} } }));
    expect(await makeWorld({ tools: [tool], hooks }).call('Note')).toMatchObject({ code: 'TOOL_INPUT_INVALID' });
    expect(calls).toEqual([]);
  });

  it('does not check the changed input of a denied call', async () => {
    const hooks = preToolUse(() => answer('deny', { updatedInput: { text: {} } }));
    expect(await makeWorld({ tools: [recorder({ name: 'Note' }).tool], hooks }).call('Note')).toMatchObject({
      code: 'PERMISSION_DENIED',
    });
  });

  it('passes changed input to validateInput again', async () => {
    const validateInput = (input: { text?: string | undefined }) => (input.text === 'bad' ? 'not that' : undefined);
    const { tool, calls } = recorder({ name: 'Note', inputSchema: { type: 'object', properties: NAMES }, validateInput });
    const ask = () => ({ behavior: 'allow' as const, updatedInput: { text: 'bad' } });
    const settled = await makeWorld({ tools: [tool], env: { asker: () => ask } }).call('Note', { text: 'good' });
    expect([settled.code, textOf(settled), calls]).toEqual(['TOOL_INPUT_REFUSED', 'not that', []]);
  });

  it('applies deny rules to the changed input, not to the original', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const hooks = preToolUse(() => answer('allow', { updatedInput: { text: 'secret' } }));
    const settled = await makeWorld({ tools: [tool], hooks, deny: ['Note(text:secret)'] }).call('Note', { text: 'open' });
    expect([settled.outcome, calls]).toEqual(['denied', []]);
  });

  it('denies a person’s changed input if a rule denies it', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const ask = () => ({ behavior: 'allow' as const, updatedInput: { text: 'secret' } });
    const settled = await makeWorld({ tools: [tool], env: { asker: () => ask }, deny: ['Note(text:secret)'] }).call('Note', {
      text: 'open',
    });
    expect([settled.outcome, calls]).toEqual(['denied', []]);
  });

  it('runs a person’s changed input, with defaults filled in', async () => {
    const properties = { ...NAMES, times: { type: 'integer', default: 2 } };
    const { tool, calls } = recorder({ name: 'Note', inputSchema: { type: 'object', properties } });
    const ask = () => ({ behavior: 'allow' as const, updatedInput: { text: 'theirs' } });
    await makeWorld({ tools: [tool], env: { asker: () => ask } }).call('Note', { text: 'mine', times: 9 });
    expect(calls).toEqual([{ text: 'theirs', times: 2 }]);
  });

  it('ignores writes of a hook or a person into the input that they got (HOOK-30)', async () => {
    const { tool, calls } = recorder({ name: 'Note' });
    const write = (input: unknown) => {
      (input as { text: string }).text = 'written into';
    };
    const ask = (question: { input: unknown }) => {
      write(question.input);
      return { behavior: 'allow' as const };
    };
    const given = { text: 'as it was' };
    const world = makeWorld({ tools: [tool], env: { asker: () => ask }, hooks: preToolUse((input) => write(input.tool_input)) });
    await world.call('Note', given);
    expect([calls, given]).toEqual([[{ text: 'as it was' }], { text: 'as it was' }]);
  });

  it('applies the changed copy that a hook returns (HOOK-30)', async () => {
    const properties = { command: { type: 'string' }, timeout: { type: 'integer' } };
    const { tool, calls } = recorder({ name: 'Bash', inputSchema: { type: 'object', properties } });
    const addDefaultTimeout: Hook<'PreToolUse'>['run'] = (input) => {
      const toolInput = input.tool_input as Record<string, unknown>;
      if (!('timeout' in toolInput)) toolInput.timeout = 30_000;
      return {
        hookSpecificOutput: { hookEventName: input.hook_event_name, permissionDecision: 'allow', updatedInput: toolInput },
      };
    };
    await makeWorld({ tools: [tool], hooks: preToolUse(addDefaultTimeout) }).call('Bash', { command: 'ls' });
    expect(calls).toEqual([{ command: 'ls', timeout: 30_000 }]);
  });
});
