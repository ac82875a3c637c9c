import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import {
  type AnyTool,
  BackgroundTasks,
  defineTool,
  isLoadoutError,
  SeenFiles,
  SessionHooks,
  SessionMode,
  Subagents,
  TaskStore,
  type ToolContext,
  UserQuestions,
  WorkingDirectory,
  Worktrees,
} from '@loadout/core';
import { createAgent } from '@loadout/runner';
import agents from '@loadout/tool-agents';
import fs from '@loadout/tool-fs';
import git from '@loadout/tool-git';
import session from '@loadout/tool-session';
import shell from '@loadout/tool-shell';
import tasks from '@loadout/tool-tasks';
import { describe, expect, it } from 'vitest';
import { model, runAgent as runIn, type Step, tempFolder } from '../packages/runner/src/run/scripted.test-kit.js';
import { resultsIn, until } from './agents/agents.test-kit.js';

/** Runs the steps with tools in code. */
async function run(steps: readonly Step[], options: Partial<Parameters<typeof runIn>[0]> = {}) {
  const scripted = model([...steps, { text: 'done' }]);
  const ran = await runIn({ model: scripted, ...options });
  return { ...ran, requests: scripted.requests, results: resultsIn(scripted.requests.at(-1)?.messages.slice(-1) ?? []) };
}

/** A tool that knows how many of its calls ran at once. Each call waits until `together` of them have. */
function crowd(name: string, more: Partial<AnyTool> = {}, together = 1) {
  const seen = { now: 0, most: 0, order: [] as string[] };
  const tool = defineTool({
    name,
    description: 'Counts.',
    inputSchema: { id: 'string' },
    ...(more as object),
    call: async ({ id }) => {
      seen.most = Math.max(seen.most, ++seen.now);
      seen.order.push(id);
      await until(() => seen.most >= together);
      for (let turns = 0; turns < 5; turns++) await setImmediate();
      seen.now -= 1;
      if (id === 'fails') throw new Error('it failed');
      return id;
    },
  });
  return { tool: tool as AnyTool, seen };
}

const calls = (name: string, ...ids: readonly string[]) => ids.map((id) => ({ name, input: { id } }));

describe('several calls of one message', () => {
  it.each([
    [true, 3],
    [false, 1],
  ])('overlap if the flag of their tool says so: %s (ORCH-01)', async (isConcurrencySafe, most) => {
    const { tool, seen } = crowd('Count', { isConcurrencySafe }, most);
    await run([{ calls: calls('Count', 'a', 'b', 'c') }], { customTools: [tool] });
    expect([seen.most, seen.order]).toEqual([most, ['a', 'b', 'c']]);
  });

  it('are judged one by one from their parsed input; input that does not parse never overlaps (ORCH-05)', async () => {
    const judged: unknown[] = [];
    const isConcurrencySafe = (input: { readonly id: string }) => {
      judged.push(input);
      return input.id !== 'alone';
    };
    const { tool, seen } = crowd('Count', { isConcurrencySafe } as Partial<AnyTool>);
    const wrong = { name: 'Count', input: { id: 5 } };
    const { results } = await run([{ calls: [...calls('Count', 'a', 'alone'), wrong] }], { customTools: [tool] });
    expect(seen.most).toBe(1);
    expect(judged.every((input) => typeof (input as { id: unknown }).id === 'string')).toBe(true);
    expect(results.map(({ isError }) => isError)).toEqual([false, false, true]);
  });

  it('go on when one of them fails, a command too (ORCH-07)', async () => {
    const { tool } = crowd('Count', { isConcurrencySafe: true });
    const fail = { name: 'Bash', input: { command: 'cat missing.txt' } };
    const mixed = [fail, ...calls('Count', 'fails', 'b')];
    const { results, result } = await run([{ calls: mixed }], { customTools: [tool], plugins: { shell } });
    expect(results.map(({ isError }) => isError)).toEqual([true, true, false]);
    expect(result.outcome).toBe('success');
  });

  it('change the folder in their order, and only for the calls behind (ORCH-10)', async () => {
    const workspace = tempFolder();
    mkdirSync(join(workspace, 'in'));
    const commands = ['pwd', 'cd in', 'pwd'].map((command) => ({ name: 'Bash', input: { command } }));
    const { results } = await run([{ calls: commands }], { plugins: { shell }, workspace });
    expect([results[0]?.text, results[2]?.text]).toEqual([workspace, join(workspace, 'in')]);
  });

  it('with effects never overlap, whatever they touch (ORCH-11)', async () => {
    const access = ({ id }: { readonly id: string }) => [{ kind: 'write' as const, path: `/${id}` }];
    const { tool, seen } = crowd('Count', { access } as Partial<AnyTool>);
    await run([{ calls: calls('Count', 'a', 'b') }], { customTools: [tool] });
    expect(seen.most).toBe(1);
  });
});

describe('what one call is told and tells', () => {
  it('its context has folders, ids, signal, environment and the services of the installed plugins (DEF-19)', async () => {
    const contexts: ToolContext[] = [];
    const keep = (_: unknown, context: ToolContext) => {
      contexts.push(context);
      return 'kept';
    };
    const probe = defineTool({ name: 'Probe', description: 'Looks.', call: keep });
    const plugins = { agents, fs, git, session, shell, tasks };
    const { workspace, run: ran } = await run([{ calls: [{ name: 'Probe', id: 'toolu_p' }] }], { customTools: [probe], plugins });
    const [context] = contexts;
    expect(context).toMatchObject({
      cwd: workspace,
      roots: [workspace],
      toolUseId: 'toolu_p',
      sessionId: ran.sessionId,
      agentId: 'main',
    });
    expect(context?.signal).toBeInstanceOf(AbortSignal);
    expect(context?.env).not.toHaveProperty('ANTHROPIC_API_KEY');
    const services = [Subagents, BackgroundTasks, TaskStore, SessionMode, SessionHooks, SeenFiles, WorkingDirectory, Worktrees];
    expect(services.filter((service) => context?.find(service as never) === undefined)).toEqual([]);
    expect(context?.find(UserQuestions)).toBeUndefined();
  });

  it('its context is its own: the id of one call never shows in that of another (DEF-21)', async () => {
    const seen: { readonly context: ToolContext; readonly id: string }[] = [];
    const call = (_: unknown, context: ToolContext) => {
      seen.push({ context, id: context.toolUseId });
      return '';
    };
    const probe = defineTool({ name: 'Probe', description: 'Looks.', isConcurrencySafe: true, call });
    const both = ['toolu_a', 'toolu_b'].map((id) => ({ name: 'Probe', id }));
    await run([{ calls: both }], { customTools: [probe] });
    expect(seen.map(({ context }) => context.toolUseId)).toEqual(['toolu_a', 'toolu_b']);
    expect(seen.map(({ id }) => id)).toEqual(['toolu_a', 'toolu_b']);
    expect(seen[0]?.context).not.toBe(seen[1]?.context);
  });

  it('a denial is an error result with its reason, is recorded, and the run goes on (PIPE-06)', async () => {
    const { tool, seen } = crowd('Count');
    const permissions = { mode: 'default' as const, deny: ['Count'] };
    const options = { customTools: [tool], permissions: { ...permissions, deny: ['Count(id:a)'] } };
    const { results, result } = await run([{ calls: calls('Count', 'a') }], options);
    expect([seen.order, result.outcome]).toEqual([[], 'denied']);
    expect(results).toMatchObject([{ isError: true, text: expect.stringContaining('Count') }]);
    expect(result.denials).toMatchObject([{ tool_name: 'Count', tool_input: { id: 'a' } }]);
  });

  it('results stand first in the message, and what somebody says meanwhile stands behind them (PIPE-14)', async () => {
    const { tool } = crowd('Count');
    const { requests } = await run([{ calls: calls('Count', 'a', 'b') }], {
      customTools: [tool],
      hooks: { PostToolBatch: [() => ({ hookSpecificOutput: { additionalContext: 'Mind the step.' } })] },
    });
    const kinds = requests[1]?.messages.at(-1)?.content.map((block) => block.type) ?? [];
    expect(kinds.slice(0, 2)).toEqual(['tool_result', 'tool_result']);
    expect(JSON.stringify(requests[1]?.messages)).toContain('Mind the step.');
  });

  it('hooks see whole paths, and the conversation keeps what the model wrote (PIPE-15)', async () => {
    const seen: unknown[] = [];
    const workspace = tempFolder();
    writeFileSync(join(workspace, 'a.txt'), 'one');
    const input = { file_path: './a.txt' };
    const { requests } = await run([{ calls: [{ name: 'Read', input }] }], {
      workspace,
      plugins: { fs },
      hooks: { PreToolUse: [({ tool_input }) => void seen.push(tool_input)] },
    });
    expect(seen).toMatchObject([{ file_path: join(workspace, 'a.txt') }]);
    expect(requests[1]?.messages.at(-2)?.content).toMatchObject([{ type: 'tool_use', input }]);
  });

  it('progress is an event while the call still runs (PIPE-16)', async () => {
    let go = () => {};
    const released = new Promise<void>((resolve) => {
      go = resolve;
    });
    const call = async (_: unknown, context: ToolContext) => {
      context.progress('half');
      await released;
      return 'all';
    };
    const slow = defineTool({ name: 'Slow', description: 'Waits.', call });
    const scripted = model([{ calls: [{ name: 'Slow' }] }, { text: 'done' }]);
    const permissions = { mode: 'bypassPermissions' as const };
    const workspace = tempFolder();
    const agent = await createAgent({ model: scripted, customTools: [slow], permissions, workspace, env: { IS_SANDBOX: '1' } });
    const heard: string[] = [];
    for await (const { type } of agent.run('Go.')) {
      if (type === 'tool_progress') go();
      if (type === 'tool_progress' || type === 'tool_result') heard.push(type);
    }
    await agent.close();
    expect(heard).toEqual(['tool_progress', 'tool_result']);
  });
});

describe('errors', () => {
  it('of a run carry a code, fields for programs, and what to do (ERR-03)', async () => {
    const { tool } = crowd('Count');
    const { result } = await run([{ calls: calls('Count', 'a') }, { calls: calls('Count', 'b') }], {
      customTools: [tool],
      limits: { turns: 1 },
    });
    expect(result).toMatchObject({ outcome: 'error_max_turns', turns: expect.any(Number) });
    const missing = await runIn({ model: model([]), run: { resume: '00000000-0000-4000-8000-000000000000' } }).catch(
      (error) => error,
    );
    expect([isLoadoutError(missing), missing.code, typeof missing.fix]).toEqual([true, 'SESSION_UNKNOWN', 'string']);
  });

  it('have a stable code in capitals and a page of their own with the cure (ERR-07)', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/reference/errors.md'), 'utf8');
    const codes = [...page.matchAll(/^### (\S+)$/gm)].map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !/^[A-Z][A-Z0-9_]+$/.test(code))).toEqual([]);
    // Each model provider has the codes that the runner decides by, with words of its own.
    const own = codes.filter((code) => !code.startsWith('MODEL_'));
    expect(new Set(own).size).toBe(own.length);
  });
});
