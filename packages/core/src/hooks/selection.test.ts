import { describe, expect, it } from 'vitest';
import { settleMicrotasks } from '../call/environment.test-kit.js';
import { BackgroundHooks } from './background.js';
import { makeRound, type Pre, says } from './round.test-kit.js';
import { runHooks } from './run.js';

const bash = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 't1' };

describe('the selection of hooks for an event', () => {
  it('runs hooks whose "if" matches the call, as changed by earlier hooks (HOOK-14)', async () => {
    const ran: string[] = [];
    const rewrite: Pre = {
      name: 'rewrite',
      phase: 'transform',
      run: () => ({ hookSpecificOutput: { updatedInput: { command: 'git push' } } }),
    };
    const guard = (name: string, condition: string): Pre => ({ name, if: condition, run: () => void ran.push(name) });
    const { env } = makeRound({ PreToolUse: [guard('git', 'git'), guard('ls', 'ls'), rewrite] });
    const fits = async (rule: string, input: unknown) => (input as { command: string }).command.startsWith(rule);
    await runHooks('PreToolUse', bash, { ...env, fits });
    expect(ran).toEqual(['git']);
  });

  it('runs a hook whose "if" cannot be decided (HOOK-14)', async () => {
    const { pre } = makeRound({ PreToolUse: { name: 'g', if: 'Bash(git *)', run: () => says('deny') } });
    expect((await pre()).verdict?.behavior).toBe('deny');
  });

  it('refuses an "if" on an event that is about no call, by name (HOOK-14)', () => {
    expect(() => makeRound({ Stop: { name: 'g', if: 'Bash', run: () => {} } })).toThrow('Stop is about no tool call');
  });

  it('runs a hook marked once only once in a run (HOOK-15)', async () => {
    let count = 0;
    const { env } = makeRound({ PreToolUse: { name: 'o', once: true, run: () => void count++ } });
    const run = { ...env, ranOnce: new Set<never>() };
    await runHooks('PreToolUse', bash, run);
    await runHooks('PreToolUse', bash, run);
    expect(count).toBe(1);
  });

  it('runs a handler that two files contain only once, also with another matcher (HOOK-21)', async () => {
    let count = 0;
    const hook = (matcher: string, identity: string): Pre => ({ name: 'c', matcher, identity, run: () => void count++ });
    await makeRound({ PreToolUse: [hook('Bash', 'x'), hook('.*', 'x'), hook('Bash', 'y')] }).pre();
    expect(count).toBe(2);
  });
});

describe('texts of hooks', () => {
  it('above 10,000 characters go to a file, and the model gets the beginning and the path (HOOK-21)', async () => {
    const kept: string[] = [];
    const text = 'x'.repeat(10_001);
    const { env } = makeRound({
      PreToolUse: () => ({ systemMessage: text, hookSpecificOutput: { additionalContext: 'short' } }),
    });
    const spill = async (id: string, whole: string) => {
      kept.push(id, whole);
      return '/state/x.txt';
    };
    const { messages, contexts } = await runHooks('PreToolUse', bash, { ...env, spill });
    expect([kept, contexts]).toEqual([['hook-t1', text], ['short']]);
    expect(messages[0]).toMatch(/^x{2000}\n\[8001 of 10001 characters left out; the whole text is in \/state\/x\.txt\]$/);
  });

  it('are reported at the start, during output and at the end, if requested (HOOK-26)', async () => {
    const hook: Pre = {
      name: 'h',
      statusMessage: 'Looking',
      run: (_, __, context) => {
        context.printed({ stdout: 'o', stderr: '' });
        context.printed({ stdout: 'out', stderr: 'err', exitCode: 1 });
        return says('ask');
      },
    };
    const { env, ran } = makeRound({ PreToolUse: hook });
    await runHooks('PreToolUse', bash, { ...env, tellsAll: true });
    expect(ran).toMatchObject([
      { type: 'hook_started', event: 'PreToolUse', name: 'h', toolUseId: 't1', statusMessage: 'Looking' },
      { type: 'hook_progress', event: 'PreToolUse', name: 'h', toolUseId: 't1', stdout: 'o', stderr: '' },
      { type: 'hook', outcome: 'ask' },
      { type: 'hook_response', outcome: 'ask', answer: says('ask'), stdout: 'out', stderr: 'err', exitCode: 1 },
    ]);
    ran.length = 0;
    await runHooks('PreToolUse', bash, env);
    expect(ran.map((event) => event.type)).toEqual(['hook']);
  });
});

describe('a hook in the background (HOOK-15)', () => {
  const slow = (background: true | 'rewake', answer: object) => {
    let end: () => void = () => {};
    const hook: Pre = {
      name: 'slow',
      background,
      run: (_, __, { signal }) =>
        new Promise((resolve) => {
          end = () => resolve(answer);
          signal.addEventListener('abort', () => resolve(undefined));
        }),
    };
    return { hook, end: () => end() };
  };
  const tells = { tool_name: 'Bash', tool_input: {}, tool_use_id: 't1', tool_response: '', duration_ms: 1 };

  it('is not awaited, decides nothing, and its texts go with the next event that the model reads', async () => {
    const { hook, end } = slow(true, { ...says('deny'), systemMessage: 'the tests fail' });
    const { env } = makeRound({ PreToolUse: hook });
    const run = { ...env, background: new BackgroundHooks() };
    expect((await runHooks('PreToolUse', bash, run)).verdict).toBeUndefined();
    end();
    await settleMicrotasks();
    expect((await runHooks('PostToolUse', tells, run)).contexts).toEqual(['the tests fail']);
    expect((await runHooks('PostToolUse', tells, run)).contexts).toEqual([]);
    expect(await run.background.woken(env.signal)).toBe(false);
  });

  it('is awaited at the end of the run if it may wake the run, and gives the reason', async () => {
    const { hook, end } = slow('rewake', { decision: 'block', reason: 'the build broke' });
    const { env } = makeRound({ PreToolUse: hook });
    const background = new BackgroundHooks();
    await runHooks('PreToolUse', bash, { ...env, background });
    const woken = background.woken(env.signal);
    end();
    expect([await woken, background.take()]).toEqual([true, ['the build broke']]);
  });

  it('is no longer awaited after an interrupt, and is aborted at the end of the session', async () => {
    const { hook } = slow('rewake', {});
    const { env, abort, clock } = makeRound({ PreToolUse: hook });
    const background = new BackgroundHooks();
    await runHooks('PreToolUse', bash, { ...env, background });
    const woken = background.woken(env.signal);
    abort.abort();
    expect(await woken).toBe(false);
    await background.stop();
    expect(clock.pending).toBe(0);
  });

  it('is awaited if nothing runs in the background, and still decides nothing', async () => {
    const { pre } = makeRound({
      PreToolUse: { name: 'b', background: true, run: () => ({ ...says('deny'), systemMessage: 'm' }) },
    });
    expect(await pre()).toMatchObject({ verdict: undefined, messages: ['m'] });
  });
});
