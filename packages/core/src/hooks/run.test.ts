import { describe, expect, it } from 'vitest';
import { gate, settleMicrotasks } from '../call/environment.test-kit.js';
import { makeRound, type Pre, says } from './round.test-kit.js';
import { runHooks } from './run.js';

const plusOne: Pre['run'] = (input) => ({
  hookSpecificOutput: { updatedInput: { n: (input.tool_input as { n: number }).n + 1 } },
});

describe('hooks in process run one after the other (CON-03)', () => {
  it('passes each hook the changes of the hook before', async () => {
    const round = await makeRound({ PreToolUse: [plusOne, plusOne, plusOne] }).pre();
    expect(round.updatedInput).toEqual({ value: { n: 3 } });
  });

  it('runs a transform before a guard that was registered first', async () => {
    const seen: unknown[] = [];
    const guard: Pre = { name: 'guard', run: (input) => void seen.push(input.tool_input) };
    await makeRound({ PreToolUse: [guard, { name: 'plus', phase: 'transform', run: plusOne }] }).pre();
    expect(seen).toEqual([{ n: 1 }]);
  });

  it('passes changed output to the next hook, so that two redactions add up', async () => {
    const without = (word: string) => (input: { tool_response: unknown }) => ({
      hookSpecificOutput: { updatedToolOutput: String(input.tool_response).replace(word, '***') },
    });
    const { env } = makeRound({ PostToolUse: [without('key'), without('token')] });
    const input = { tool_name: 'Bash', tool_input: {}, tool_use_id: 't1', tool_response: 'key token', duration_ms: 1 };
    expect((await runHooks('PostToolUse', input, env)).updatedOutput).toEqual({ value: '*** ***' });
  });

  it('ends the round at the first deny (HOOK-12)', async () => {
    const calls: string[] = [];
    const hook = (name: string, answer: ReturnType<typeof says> | undefined): Pre => ({
      name,
      run: () => {
        calls.push(name);
        return answer;
      },
    });
    const round = await makeRound({
      PreToolUse: [hook('a', says('allow')), hook('b', says('deny')), hook('c', says('ask'))],
    }).pre();
    expect(calls).toEqual(['a', 'b']);
    expect(round.verdict).toEqual({ behavior: 'deny', reason: 'deny', by: 'b' });
  });

  it('runs the remaining hooks after a block that follows the call', async () => {
    const heard: string[] = [];
    const { env } = makeRound({ PostToolUse: [() => ({ decision: 'block', reason: 'x' }), () => void heard.push('log')] });
    const input = { tool_name: 'Bash', tool_input: {}, tool_use_id: 't1', tool_response: '', duration_ms: 1 };
    await runHooks('PostToolUse', input, env);
    expect(heard).toEqual(['log']);
  });

  it.each([
    [['allow', 'ask'], 'ask'],
    [['ask', 'allow'], 'ask'],
    [['allow', 'allow'], 'allow'],
    [['ask', 'defer', 'allow'], 'defer'],
    [['defer', 'deny'], 'deny'],
    [['ask', 'deny', 'allow'], 'deny'],
  ] as const)('answers %j combine to %s (HOOK-12)', async (answers, behavior) => {
    const round = await makeRound({ PreToolUse: answers.map((answer) => () => says(answer)) }).pre();
    expect(round.verdict?.behavior).toBe(behavior);
  });

  it('joins the contexts and messages of all hooks in order', async () => {
    const tell = (text: string) => () => ({ systemMessage: `m${text}`, hookSpecificOutput: { additionalContext: `c${text}` } });
    const round = await makeRound({ PreToolUse: [tell('1'), tell('2')] }).pre();
    expect([round.contexts, round.messages]).toEqual([
      ['c1', 'c2'],
      ['m1', 'm2'],
    ]);
  });
});

describe('neighbouring external hooks run at once', () => {
  it('on the same input, and the later change wins', async () => {
    const both = gate();
    const seen: unknown[] = [];
    const external = (name: string, n: number): Pre => ({
      name,
      external: true,
      run: async (input) => {
        seen.push(input.tool_input);
        if (seen.length === 2) both.open();
        await both.opened;
        return { hookSpecificOutput: { updatedInput: { n } } };
      },
    });
    const round = await makeRound({ PreToolUse: [external('a', 1), external('b', 2)] }).pre();
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
    expect(round.updatedInput).toEqual({ value: { n: 2 } });
  });

  it('unless a hook in process is between them', async () => {
    const order: string[] = [];
    const slow = (name: string): Pre => ({
      name,
      external: true,
      run: async () => {
        order.push(`${name} begins`);
        await settleMicrotasks();
        order.push(`${name} ends`);
      },
    });
    await makeRound({ PreToolUse: [slow('a'), { name: 'in', run: () => void order.push('in') }, slow('b')] }).pre();
    expect(order).toEqual(['a begins', 'a ends', 'in', 'b begins', 'b ends']);
  });
});

describe('a hook gets', () => {
  it('its input in Claude Code’s names, the id of the call, and its context (HOOK-04, HOOK-05, HOOK-29)', async () => {
    const seen: unknown[] = [];
    await makeRound({
      PreToolUse: (input, id, context) => void seen.push(input, id, { ...context, signal: 0, report: 0, printed: 0 }),
    }).pre();
    expect(seen).toEqual([
      {
        session_id: 's1',
        transcript_path: '/t.jsonl',
        cwd: '/repo',
        permission_mode: 'default',
        agent_id: 'main',
        agent_type: 'main',
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_input: { n: 0 },
        tool_use_id: 't1',
      },
      't1',
      { agent_id: 'main', session_id: 's1', cwd: '/repo', signal: 0, report: 0, printed: 0 },
    ]);
  });

  it('its own copy of the input', async () => {
    const seen: unknown[] = [];
    const write: Pre['run'] = (input) => {
      seen.push(structuredClone(input.tool_input));
      Object.assign(input.tool_input as object, { n: 99 });
    };
    await makeRound({ PreToolUse: [write, write] }).pre();
    expect(seen).toEqual([{ n: 0 }, { n: 0 }]);
  });

  it('only calls that its matcher matches, by any name of the tool', async () => {
    const seen: string[] = [];
    const hook: Pre = { name: 'h', matcher: 'FileRead|Bash', run: (input) => void seen.push(input.tool_name) };
    const { env, pre } = makeRound({ PreToolUse: hook });
    await pre('Bash');
    await pre('Read');
    await runHooks('PreToolUse', { tool_name: 'Read', tool_input: {}, tool_use_id: 't2' }, { ...env, aliases: ['FileRead'] });
    expect(seen).toEqual(['Bash', 'Read']);
  });
});

it('a message to the person is an event, and is joined for the model unless the hook forbids it (HOOK-11)', async () => {
  const run = () => ({ systemMessage: 'mind' });
  const quiet: Pre = { name: 'quiet', messageTo: 'person', run };
  const { pre, ran } = makeRound({ PreToolUse: [{ name: 'loud', run }, quiet] });
  expect((await pre()).messages).toEqual(['mind']);
  const said = (name: string) => ({
    type: 'hook_message',
    event: 'PreToolUse',
    name,
    toolUseId: 't1',
    tool: 'Bash',
    message: 'mind',
  });
  expect(ran.filter(({ type }) => type === 'hook_message')).toEqual([said('loud'), said('quiet')]);
});
