import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { breadth } from '../../../../tests/lib/breadth.js';
import { createSdkMcpServer } from '../create-sdk-mcp-server.js';
import { getSessionMessages } from '../sessions/session-messages.js';
import { tool } from '../tool.js';
import type { SDKMessage } from '../types/messages.js';
import { query } from './query.js';
import { ask, collect, kinds, place, prompts, resultOf, user } from './query.test-kit.js';

const bash = (command: string, id = 'toolu_1') => ({ tools: [{ name: 'Bash', id, input: { command } }] });
const toolResults = (messages: readonly SDKMessage[]) =>
  messages.flatMap((message) => (message.type === 'user' && 'tool_use_result' in message ? [message] : []));

describe('a query', () => {
  it('gives init, the answer block by block, and a result (LOOP-23, LOOP-24)', async () => {
    const at = await place([{ text: 'Hello.' }]);
    const messages = await collect(ask(at, 'Hi'));
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success']);
    expect(messages[0]).toMatchObject({ cwd: at.cwd, model: 'claude-sonnet-4-5', permissionMode: 'default' });
    expect(resultOf(messages)).toMatchObject({
      result: 'Hello.',
      num_turns: 1,
      is_error: false,
      terminal_reason: 'completed',
      total_cost_usd: 0.0006,
      modelUsage: { 'claude-sonnet-4-5': { inputTokens: 100, outputTokens: 20, costUSD: 0.0006 } },
    });
  });

  it('names a working folder that is not there, or is a file, and what to do', async () => {
    const at = await place([{ text: 'Hello.' }]);
    const file = join(at.cwd, 'file');
    writeFileSync(file, '');
    for (const cwd of [join(at.cwd, 'none'), file, join(file, 'in')])
      await expect(collect(ask(at, 'Hi', { cwd }))).rejects.toMatchObject({
        code: 'SDK_OPTIONS_INVALID',
        message: `The options of the query cannot be used: cwd names ${cwd}, which is not a folder.`,
        fix: 'Name a folder that exists.',
      });
  });

  it('says at the call which prompt it expects', () => {
    const wanted = 'must be a string or an async iterable of user messages';
    for (const [given, found] of [
      [[], 'undefined'],
      [[null], 'undefined'],
      [['Hello.'], 'undefined'],
      [[{}], 'undefined'],
      [[{ prompt: 7 }], 'number'],
      [[{ prompt: { text: 'Hello.' } }], 'object'],
      [[{ prompt: null }], 'null'],
    ] as const)
      expect(() => Reflect.apply(query, undefined, given), JSON.stringify(given)).toThrow(
        expect.objectContaining({
          code: 'SDK_OPTIONS_INVALID',
          message: `The options of the query cannot be used: prompt is ${found}, but ${wanted}.`,
          fix: 'Call query({ prompt: "…", options }).',
        }),
      );
  });

  it('has one session id in all its messages, and a uuid in each', async () => {
    const at = await place([bash('echo hi'), { text: 'Done.' }]);
    const messages = await collect(ask(at, 'Go'));
    expect(new Set(messages.map((message) => message.session_id)).size).toBe(1);
    expect(new Set(messages.map((message) => message.uuid)).size).toBe(messages.length);
  });

  it('returns each result with its structured output (CTRL-07)', async () => {
    const at = await place([bash('echo hi'), { text: 'Done.' }]);
    const messages = await collect(ask(at, 'Go'));
    expect(toolResults(messages)).toMatchObject([
      { message: { content: [{ tool_use_id: 'toolu_1' }] }, tool_use_result: { stdout: 'hi', interrupted: false } },
    ]);
    expect(resultOf(messages)?.num_turns).toBe(2);
  });

  it('answers several prompts in one session, the conversation growing (LOOP-17)', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const { stream, after } = prompts('First', 'Second');
    const messages = await collect(ask(at, stream), after);
    expect(kinds(messages)).toEqual(['system/init', 'assistant', 'result/success', 'system/init', 'assistant', 'result/success']);
    expect(at.api.requests[1]?.body.messages).toHaveLength(3);
  });

  it('asks before a call that the rules leave open, and runs the answered input (PERM-01)', async () => {
    const at = await place([bash('touch made'), { text: 'Done.' }]);
    const asked: unknown[] = [];
    await collect(
      ask(at, 'Go', {
        canUseTool: async (name, input, { suggestions, toolUseID }) => {
          asked.push([name, input, toolUseID, (suggestions ?? []).length > 0]);
          return { behavior: 'allow', updatedInput: { command: 'touch other' } };
        },
      }),
    );
    expect(asked).toMatchObject([['Bash', { command: 'touch made' }, 'toolu_1', true]]);
    expect([existsSync(join(at.cwd, 'made')), existsSync(join(at.cwd, 'other'))]).toEqual([false, true]);
  });

  it('denies and reports a call that nobody can allow (CTRL-14)', async () => {
    const at = await place([bash('touch made'), { text: 'I could not.' }]);
    const messages = await collect(ask(at, 'Go'));
    expect(existsSync(join(at.cwd, 'made'))).toBe(false);
    expect(kinds(messages)).toContain('system/permission_denied');
    expect(resultOf(messages)?.permission_denials).toMatchObject([{ tool_name: 'Bash', tool_use_id: 'toolu_1' }]);
  });

  it('is ended by a person who denies and interrupts (PERM-19)', async () => {
    const at = await place([bash('touch made')]);
    const messages = await collect(
      ask(at, 'Go', { canUseTool: async () => ({ behavior: 'deny', message: 'No!', interrupt: true }) }),
    );
    expect(resultOf(messages)).toMatchObject({ subtype: 'error_during_execution', terminal_reason: 'aborted_tools' });
  });

  it('stays idle when somebody answers a question whose turn is over', async () => {
    const at = await place([bash('touch made')]);
    const { stream, after } = prompts('Go');
    let answer = () => {};
    const asked = ask(at, stream, {
      env: { ...at.options.env, CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' },
      canUseTool: (_tool, input) => {
        void asked.interrupt();
        return new Promise((resolve) => (answer = () => resolve({ behavior: 'allow', updatedInput: input })));
      },
    });
    const states: unknown[] = [];
    await collect(asked, async (message) => {
      if (!('state' in message)) return;
      states.push(message.state);
      if (message.state !== 'idle') return;
      answer();
      await new Promise((resolve) => setImmediate(resolve));
      after({ type: 'result' } as SDKMessage);
    });
    expect(states).toEqual(['running', 'requires_action', 'idle']);
  });

  it('stores a lasting permission in the named file (PERM-04)', async () => {
    const at = await place([bash('touch a', 't1'), bash('touch a', 't2'), { text: 'Done.' }]);
    let asked = 0;
    await collect(
      ask(at, 'Go', {
        settingSources: ['local'],
        canUseTool: async (_tool, _input, { suggestions = [] }) => {
          asked += 1;
          return { behavior: 'allow', updatedPermissions: suggestions.filter(({ type }) => type === 'addRules') };
        },
      }),
    );
    expect(asked).toBe(1);
    const saved = JSON.parse(readFileSync(join(at.cwd, '.claude/settings.local.json'), 'utf8'));
    expect(saved).toEqual({ permissions: { allow: ['Bash(touch a)'] } });
  });

  it('runs its hooks and follows their answers (HOOK-07)', async () => {
    const at = await place([bash('echo no', 't1'), bash('echo yes', 't2'), { text: 'Done.' }]);
    const seen: string[] = [];
    const messages = await collect(
      ask(at, 'Go', {
        hooks: {
          SessionStart: [{ hooks: [async ({ source }: { source: string }) => void seen.push(source) as undefined] }],
          PreToolUse: [
            {
              matcher: 'Bash',
              hooks: [
                async ({ tool_input }: { tool_input: { command: string } }) =>
                  tool_input.command.includes('no')
                    ? {
                        hookSpecificOutput: {
                          hookEventName: 'PreToolUse',
                          permissionDecision: 'deny',
                          permissionDecisionReason: 'because',
                        },
                      }
                    : {},
              ],
            },
          ],
        },
      }),
    );
    expect(seen).toEqual(['startup']);
    const [denied, allowed] = toolResults(messages);
    expect(JSON.stringify(denied)).toContain('because');
    expect(allowed).toMatchObject({ tool_use_result: { stdout: 'yes' } });
  });

  it('calls tools of servers of this process (CTRL-05)', async () => {
    const greet = tool('greet', 'Greets.', { name: z.string() }, async ({ name }) => ({
      content: [{ type: 'text', text: `Hello ${name}` }],
    }));
    const at = await place([{ tools: [{ name: 'mcp__demo__greet', input: { name: 'Alice' } }] }, { text: 'Done.' }]);
    const mcpServers = { demo: createSdkMcpServer({ name: 'demo', tools: [greet] }) } as never;
    const messages = await collect(ask(at, 'Go', { mcpServers, allowedTools: ['mcp__demo'] }));
    expect(messages[0]).toMatchObject({ mcp_servers: [{ name: 'demo', status: 'connected' }] });
    expect(JSON.stringify(toolResults(messages))).toContain('Hello Alice');
  });

  it('is interrupted in the middle of a call, and goes on with the next prompt (LOOP-16)', async () => {
    const at = await place([bash('sleep 60'), { text: 'Going on.' }]);
    const { stream, after } = prompts('Wait', 'And now?');
    const asked = ask(at, stream, { allowedTools: ['Bash'] });
    const messages = await collect(asked, async (message) => {
      if (message.type === 'assistant' && JSON.stringify(message).includes('sleep')) await asked.interrupt();
      after(message);
    });
    const results = messages.filter((message) => message.type === 'result');
    expect(results).toMatchObject([
      { subtype: 'error_during_execution', terminal_reason: 'aborted_tools', errors: [expect.any(String)] },
      { subtype: 'success', result: 'Going on.' },
    ]);
  });

  it('never succeeds without the requested data (LOOP-20)', async () => {
    const schema = { type: 'object', properties: { answer: { type: 'number' } }, required: ['answer'] } as const;
    const at = await place([
      { tools: [{ name: 'StructuredOutput', input: { answer: 'many' } }] },
      { tools: [{ name: 'StructuredOutput', input: { answer: 42 } }] },
    ]);
    const good = await collect(ask(at, 'How many?', { outputFormat: { type: 'json_schema', schema } }));
    expect(resultOf(good)).toMatchObject({ subtype: 'success', structured_output: { answer: 42 }, result: '{"answer":42}' });
    const other = await place(() => ({ text: 'About forty.' }));
    const bad = await collect(ask(other, 'How many?', { outputFormat: { type: 'json_schema', schema } }));
    expect(resultOf(bad)).toMatchObject({ subtype: 'error_max_structured_output_retries', errors: [expect.any(String)] });
  });

  it('reports a failure of the API as a synthetic answer and an error result (LOOP-27, LOOP-32)', async () => {
    const at = await place([{ fault: { status: 404 } }]);
    const messages = await collect(ask(at, 'Hi'));
    expect(messages.at(-2)).toMatchObject({ type: 'assistant', error: 'model_not_found', message: { model: '<synthetic>' } });
    expect(resultOf(messages)).toMatchObject({
      subtype: 'success',
      is_error: true,
      terminal_reason: 'api_error',
      api_error_status: 404,
    });
  });

  it('ends at its limits with the reason (LOOP-19, LOOP-32)', async () => {
    const at = await place((_, index) => bash('echo hi', `t${index}`));
    const turns = await collect(ask(at, 'Go', { maxTurns: 2 }));
    expect(resultOf(turns)).toMatchObject({ subtype: 'error_max_turns', terminal_reason: 'max_turns', is_error: true });
    const money = await collect(ask(at, 'Go', { maxBudgetUsd: 0.000_001 }));
    expect(resultOf(money)).toMatchObject({ subtype: 'error_max_budget_usd', terminal_reason: 'budget_exhausted' });
  });

  it('streams partial messages (LOOP-21)', async () => {
    const at = await place([{ text: ['Hel', 'lo.'] }]);
    const messages = await collect(ask(at, 'Hi', { includePartialMessages: true }));
    const events = messages.flatMap((message) => (message.type === 'stream_event' ? [message.event as { type: string }] : []));
    expect(events.map(({ type }) => type).filter((type) => type !== 'ping')).toEqual([
      'message_start',
      'content_block_start',
      'content_block_delta',
      'content_block_delta',
      'content_block_stop',
      'message_delta',
      'message_stop',
    ]);
  });

  it('writes a session that can be listed, read and continued (SESS-01, SESS-02)', async () => {
    const at = await place([{ text: 'One.' }, { text: 'Two.' }]);
    const first = await collect(ask(at, 'First'));
    const id = first[0]?.session_id ?? '';
    vi.stubEnv('CLAUDE_CONFIG_DIR', join(at.home, '.claude'));
    const written = await getSessionMessages(id, { dir: at.cwd });
    expect(written.map(({ type }) => type)).toEqual(['user', 'assistant']);
    const second = await collect(ask(at, 'Second', { resume: id }));
    expect(second[0]?.session_id).toBe(id);
    expect(at.api.requests[1]?.body.messages).toHaveLength(3);
  });

  it('stores nothing if requested (SESS-02)', async () => {
    const at = await place([{ text: 'One.' }]);
    await collect(ask(at, 'First', { persistSession: false }));
    expect(existsSync(join(at.home, '.claude'))).toBe(false);
  });

  it('restores files to their state before a prompt (STATE-04, SESS-06)', async () => {
    const file = { file_path: 'a.txt', content: 'new' };
    const at = await place([{ tools: [{ name: 'Write', input: file }] }, { text: 'Written.' }, { text: 'Ready.' }]);
    const uuid = '5d2b2f3a-7f1e-4d59-9a43-2f6f0f5f3c11';
    const { stream, after } = prompts(user('Write', { uuid }), 'Wait');
    const asked = ask(at, stream, { permissionMode: 'acceptEdits', enableFileCheckpointing: true });
    const rewound: unknown[] = [];
    await collect(asked, async (message) => {
      if (message.type === 'result' && rewound.length === 0) {
        rewound.push(existsSync(join(at.cwd, 'a.txt')));
        rewound.push(await asked.rewindFiles(uuid, { dryRun: true }), await asked.rewindFiles(uuid));
      }
      after(message);
    });
    expect(rewound).toMatchObject([true, { canRewind: true }, { canRewind: true, filesChanged: [join(at.cwd, 'a.txt')] }]);
    expect(existsSync(join(at.cwd, 'a.txt'))).toBe(false);
  });

  it('reads only the requested settings of the project and the person', async () => {
    const at = await place([{ text: 'Hello.' }, { text: 'Hello.' }]);
    writeFileSync(join(at.cwd, 'CLAUDE.md'), 'Speak like a pirate.');
    await collect(ask(at, 'Hi'));
    await collect(ask(at, 'Hi', { settingSources: ['project'] }));
    const systems = at.api.requests.map(({ body }) => JSON.stringify(body.system).includes('pirate'));
    expect(systems).toEqual([false, true]);
  });

  it('is aborted by its program', async () => {
    const at = await place([{ text: 'Hello.', hold: new Promise(() => {}) }]);
    const abortController = new AbortController();
    const asked = collect(ask(at, 'Hi', { abortController }), (message) => message.type === 'system' && abortController.abort());
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('throws a start error at the first read', async () => {
    const at = await place([]);
    await expect(collect(ask(at, 'Hi', { resume: 'nowhere' }))).rejects.toMatchObject({ code: 'SESSION_UNKNOWN' });
    await expect(collect(ask(at, 'Hi', { agent: 'nobody' }))).rejects.toMatchObject({ code: 'SDK_OPTIONS_INVALID' });
    await expect(collect(ask(at, 'Hi', { permissionMode: 'wild' as never }))).rejects.toMatchObject({ code: 'SDK_MODE_UNKNOWN' });
  });

  it('runs many times at once in one process without interference', async () => {
    const length = breadth(100, 12);
    const at = await place(({ body }) => ({ text: `You said ${JSON.stringify(body.messages[0]?.content).match(/n\d+/)?.[0]}.` }));
    const all = await Promise.all(Array.from({ length }, (_, n) => collect(ask(at, `I am n${n}`, { persistSession: false }))));
    expect(all.map((messages) => resultOf(messages))).toMatchObject(
      Array.from({ length }, (_, n) => ({ subtype: 'success', result: `You said n${n}.` })),
    );
  });
});
