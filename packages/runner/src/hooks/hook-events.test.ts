import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { BackgroundTasks, defineTool, type HookSet, LoadoutError, WorkingDirectory } from '@loadout/core';
import type { ModelProvider, ToolResultBlock } from '@loadout/core/model';
import { describe, expect, it } from 'vitest';
import { createAgent } from '../agent/create-agent.js';
import { EVENTS_OF_A_RUN, model, reader, runAgent, tempFolder, writer } from '../run/scripted.test-kit.js';

const look = reader('Look', () => 'seen');
const lastResults = (requests: readonly { messages: readonly { content: readonly unknown[] }[] }[], index: number) =>
  (requests[index]?.messages.at(-1)?.content ?? []) as readonly ToolResultBlock[];

describe('every event is fired at its place (HOOK-01, HOOK-02, HOOK-03)', () => {
  it('in the order of one run', async () => {
    const heard: string[] = [];
    const hooks = Object.fromEntries(EVENTS_OF_A_RUN.map((event) => [event, () => void heard.push(event)])) as HookSet;
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Look' }] }, { text: 'ok' }]),
      customTools: [look],
      hooks,
    });
    expect([result.outcome, heard]).toEqual(['success', EVENTS_OF_A_RUN]);
  });

  it('with the id of the prompt, the effort and the name of the agent (HOOK-05)', async () => {
    const seen: { prompt_id?: string; agent_id: string; agent_type: string }[] = [];
    const hear = (input: (typeof seen)[number]) => void seen.push(input);
    await runAgent({ model: model([{ text: 'ok' }]), hooks: { SessionStart: hear, Stop: hear } });
    expect(seen[0]).toMatchObject({ agent_id: 'main', agent_type: 'main', prompt_id: expect.stringMatching(/^[\w-]{36}$/) });
    expect(seen[1]?.prompt_id).toBe(seen[0]?.prompt_id);
  });

  it('PostToolBatch gets all calls of a message, and its contexts go into the last result (HOOK-03)', async () => {
    const seen: unknown[] = [];
    const hooks: HookSet = {
      PostToolBatch: (input) => {
        seen.push(input.tool_calls.map((call) => [call.tool_name, call.tool_use_id, call.is_error]));
        return { hookSpecificOutput: { additionalContext: 'now run the tests' } };
      },
    };
    const scripted = model([{ calls: [{ name: 'Look' }, { name: 'Nope' }] }, { text: 'ok' }]);
    await runAgent({ model: scripted, customTools: [look], hooks });
    expect(seen).toEqual([
      [
        ['Look', 'call_0_0', false],
        ['Nope', 'call_0_1', true],
      ],
    ]);
    const blocks = lastResults(scripted.requests, 1);
    expect(blocks.map((block) => block.type)).toEqual(['tool_result', 'tool_result']);
    expect(blocks[1]?.content).toContain('<system-reminder>\nnow run the tests\n</system-reminder>');
  });

  it('PostToolBatch may end the run before the model is asked again (HOOK-03)', async () => {
    const hooks: HookSet = { PostToolBatch: () => ({ decision: 'block', reason: 'enough' }) };
    const scripted = model([{ calls: [{ name: 'Look' }] }, { text: 'never' }]);
    const { result } = await runAgent({ model: scripted, customTools: [look], hooks });
    expect([result.outcome, result.error?.message, scripted.requests.length]).toEqual(['stopped', 'enough', 1]);
  });

  it('CwdChanged names both folders, after a tool has moved the session (HOOK-02)', async () => {
    const seen: unknown[] = [];
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'sub'));
    const move = defineTool({
      name: 'Move',
      description: 'Moves.',
      call: (_, context) => {
        for (const _again of [1, 2]) context.get(WorkingDirectory).set(join(workspace, 'sub'));
        return 'moved';
      },
    });
    const hooks: HookSet = { CwdChanged: ({ old_cwd, new_cwd }) => void seen.push([old_cwd, new_cwd]) };
    await runAgent({ workspace, model: model([{ calls: [{ name: 'Move' }] }, { text: 'ok' }]), customTools: [move], hooks });
    expect(seen).toEqual([[workspace, join(workspace, 'sub')]]);
  });

  it('StopFailure replaces Stop if the model cannot be asked, with the kind of failure (HOOK-03, HOOK-13)', async () => {
    const seen: unknown[] = [];
    const hooks: HookSet = {
      Stop: () => void seen.push('Stop'),
      StopFailure: [
        { name: 'rate', matcher: 'rate_limit', run: ({ error, error_details }) => void seen.push(error, error_details) },
        { name: 'billing', matcher: 'billing_error', run: () => void seen.push('billing') },
      ],
    };
    // biome-ignore lint/correctness/useYield: the provider is refused before its message begins.
    const stream: ModelProvider['stream'] = async function* () {
      throw new LoadoutError('MODEL_RATE_LIMITED', 'It fails with MODEL_RATE_LIMITED.');
    };
    const { result } = await runAgent({ model: { name: 'refused', stream }, hooks });
    expect(result.outcome).toBe('error_model');
    expect(seen).toEqual(['rate_limit', expect.stringContaining('MODEL_RATE_LIMITED')]);
  });

  it('Stop lists the running background work (HOOK-06)', async () => {
    const seen: unknown[] = [];
    const start = defineTool({
      name: 'Start',
      description: 'Starts.',
      call: (_, context) => {
        const ended = Promise.resolve();
        const make = (id: string) => ({
          id,
          type: 'shell',
          title: 'npm run watch',
          status: () => ({ state: 'running' as const }),
          read: () => '',
          ended,
          stop: () => ended,
        });
        return context.get(BackgroundTasks).start('shell', make).id;
      },
    });
    const hooks: HookSet = { Stop: ({ background_tasks }) => void seen.push(background_tasks) };
    await runAgent({ model: model([{ calls: [{ name: 'Start' }] }, { text: 'ok' }]), customTools: [start], hooks });
    expect(seen).toEqual([[{ id: 'shell_1', type: 'shell', status: 'running', description: 'npm run watch' }]]);
  });
});

describe('a prompt (HOOK-27)', () => {
  it('leaves no trace in the session if it is blocked, so that a later run does not see it', async () => {
    const workspace = tempFolder();
    const scripted = model([{ text: 'ok' }]);
    const blocks: HookSet = { UserPromptSubmit: () => ({ decision: 'block', reason: 'no' }) };
    const { run } = await runAgent({ workspace, model: scripted, hooks: blocks, prompt: 'my secret plan' });
    await runAgent({ workspace, model: scripted, prompt: 'Hello.', run: { resume: run.sessionId } });
    expect(JSON.stringify(scripted.requests)).not.toContain('secret plan');
    expect(scripted.requests).toHaveLength(1);
  });

  it('cannot be changed by a hook, only extended', async () => {
    const scripted = model([{ text: 'ok' }]);
    // The compiler refuses this answer; a script can return it all the same.
    const answer = JSON.stringify({ hookSpecificOutput: { updatedInput: 'other', additionalContext: 'also this' } });
    const hooks: HookSet = { UserPromptSubmit: () => JSON.parse(answer) };
    await runAgent({ model: scripted, hooks, prompt: 'Mine.' });
    expect(scripted.requests[0]?.messages[0]?.content).toMatchObject([
      { text: 'Mine.' },
      { text: expect.stringContaining('also this') },
    ]);
  });

  it('may come from SessionStart if the run has none', async () => {
    const scripted = model([{ text: 'ok' }]);
    const workspace = tempFolder();
    const hooks: HookSet = { SessionStart: () => ({ hookSpecificOutput: { initialUserMessage: 'Look around.' } }) };
    const agent = await createAgent({ model: scripted, hooks, workspace, sessionsDir: join(workspace, '.sessions'), env: {} });
    expect((await agent.run().result).outcome).toBe('success');
    await agent.close();
    expect(scripted.requests[0]?.messages[0]?.content).toMatchObject([{ text: 'Look around.' }]);
  });
});

describe('background hooks of a run (HOOK-15)', () => {
  it('keep a run from ending when they wake it, and their texts go with the next result', async () => {
    const wake = {
      name: 'tests',
      background: 'rewake' as const,
      run: async () => ({ decision: 'block' as const, reason: 'tests fail' }),
    };
    const scripted = model([{ calls: [{ name: 'Write' }] }, { text: 'done?' }, { text: 'fixed' }]);
    const hooks: HookSet = { Stop: [{ ...wake, once: true }] };
    const { result } = await runAgent({ model: scripted, customTools: [writer('Write', () => 'x')], hooks });
    expect([result.text, result.turns]).toEqual(['fixed', 3]);
    expect(JSON.stringify(scripted.requests[2]?.messages.at(-1))).toContain('tests fail');
  });

  it('cannot keep it running forever (HOOK-22)', async () => {
    const run = async () => ({ decision: 'block' as const, reason: 'again' });
    const hooks: HookSet = { Stop: [{ name: 'always', background: 'rewake', run }] };
    const { result } = await runAgent({ model: model(() => ({ text: 'done?' })), hooks });
    expect([result.outcome, result.turns]).toEqual(['success', 9]);
  });

  it('are aborted when the session ends', async () => {
    let stopped = false;
    const run = (_: object, __: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise<undefined>((resolve) => {
        signal.addEventListener('abort', () => {
          stopped = true;
          resolve(undefined);
        });
      });
    await runAgent({ model: model([{ text: 'ok' }]), hooks: { SessionStart: [{ name: 'watch', background: true, run }] } });
    expect(stopped).toBe(true);
  });
});

it('a run reports all of its hooks if requested (HOOK-26)', async () => {
  const hooks: HookSet = { Stop: { name: 's', statusMessage: 'Looking', run: () => ({ systemMessage: 'm' }) } };
  const kinds = async (hookEvents: boolean) =>
    (await runAgent({ model: model([{ text: 'ok' }]), hooks, hookEvents })).events
      .map((event) => event.type)
      .filter((type) => type.startsWith('hook'));
  expect([await kinds(false), await kinds(true)]).toEqual([['hook'], ['hook_started', 'hook', 'hook_response']]);
});
