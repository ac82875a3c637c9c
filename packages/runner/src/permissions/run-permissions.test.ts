import { mkdirSync, readFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { type AnyTool, defineTool, type ToolContext } from '@loadout/core';
import type { Asker, PermissionUpdate } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../report/events.js';
import type { Run } from '../run/run.js';
import { model, runAgent, type Step, tempFolder, writer } from '../run/scripted.test-kit.js';

const notes = (count: number): Step[] => [
  ...Array.from({ length: count }, () => ({ calls: [{ name: 'Note' }] })),
  { text: 'ok' },
];
const note = () => writer('Note', () => 'noted');
const rule: PermissionUpdate = {
  type: 'addRules',
  rules: [{ toolName: 'Note' }],
  behavior: 'allow',
  destination: 'localSettings',
};

/** An asker that returns the given answer and counts questions. */
function asker(answer: Awaited<ReturnType<Asker>>): Asker & { readonly questions: Parameters<Asker>[0][] } {
  const questions: Parameters<Asker>[0][] = [];
  const ask: Asker = (question) => {
    questions.push(question);
    return answer;
  };
  return Object.assign(ask, { questions });
}

const granted = (events: readonly AgentEvent[]) => events.flatMap((event) => (event.type === 'permissions' ? [event] : []));

describe('permissions that a person grants (PERM-01, PERM-04)', () => {
  it('apply from then on: the second call is not asked about', async () => {
    const ask = asker({ behavior: 'allow', updatedPermissions: [rule] });
    const { result, events } = await runAgent({ model: model(notes(3)), customTools: [note()], permissions: {}, ask });
    expect([ask.questions.length, result.denials, result.toolCalls]).toEqual([1, [], 3]);
    expect(ask.questions[0]?.suggestions).toEqual([rule]);
    expect(granted(events)).toMatchObject([{ updates: [rule], mode: 'default' }]);
  });

  it('apply in a resumed session and in a fork, except those for one run only', async () => {
    for (const [destination, times] of [
      ['session', 0],
      ['cliArg', 1],
    ] as const) {
      const workspace = tempFolder();
      const first = asker({ behavior: 'allow', updatedPermissions: [{ ...rule, destination }] });
      const { run } = await runAgent({ model: model(notes(1)), customTools: [note()], permissions: {}, ask: first, workspace });
      for (const fork of [false, true]) {
        const again = asker({ behavior: 'allow' });
        const options = {
          model: model(notes(1)),
          customTools: [note()],
          permissions: {},
          ask: again,
          workspace,
          prompt: 'Again.',
        };
        await runAgent({ ...options, run: { resume: run.sessionId, fork } });
        expect(again.questions).toHaveLength(times);
      }
    }
  });

  it('never override a deny rule, and can be removed', async () => {
    const ask = asker({ behavior: 'allow', updatedPermissions: [rule] });
    const denied = await runAgent({ model: model(notes(1)), customTools: [note()], permissions: { deny: ['Note(*)'] }, ask });
    expect([ask.questions.length, denied.result.denials.length]).toEqual([0, 1]);
    const back = asker({ behavior: 'allow', updatedPermissions: [rule, { ...rule, type: 'removeRules' }] });
    await runAgent({ model: model(notes(2)), customTools: [note()], permissions: {}, ask: back });
    expect(back.questions).toHaveLength(2);
  });

  it('may add a working directory for tools too; a missing folder denies the call', async () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'more'));
    const seen: string[][] = [];
    const tool: AnyTool = defineTool({
      name: 'Note',
      description: 'Notes.',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
      access: () => [{ kind: 'read', path: join(folder, 'more', 'a.txt') }],
      call: (_: unknown, context: ToolContext) => {
        seen.push([...context.roots]);
        return 'read';
      },
    });
    const add = (path: string): PermissionUpdate => ({ type: 'addDirectories', directories: [path], destination: 'session' });
    const ask = asker({ behavior: 'allow', updatedPermissions: [add(join(folder, 'more'))] });
    const { workspace } = await runAgent({ model: model(notes(2)), customTools: [tool], permissions: {}, ask });
    expect([ask.questions.length, seen[1]]).toEqual([1, [workspace, join(folder, 'more')]]);
    const wrong = asker({ behavior: 'allow', updatedPermissions: [add(join(folder, 'absent'))] });
    const { result } = await runAgent({ model: model(notes(1)), customTools: [tool], permissions: {}, ask: wrong });
    expect(result.denials[0]?.reason).toContain('is not a folder, so it cannot become a working directory');
  });

  it('cannot set a mode that the run may not use', async () => {
    const setMode: PermissionUpdate = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' };
    const ask = asker({ behavior: 'allow', updatedPermissions: [rule, setMode] });
    const { result, events } = await runAgent({ model: model(notes(1)), customTools: [note()], permissions: {}, ask });
    expect(result.denials[0]?.reason).toContain('The permission mode bypassPermissions cannot be used here');
    expect(granted(events)).toEqual([]);
  });
});

describe('a running agent (PERM-14)', () => {
  /** Calls the tool three times; `between` runs before the second and third call. */
  async function threeCalls(between: (run: Run, index: number) => void, options: object = {}) {
    let run: Run | undefined;
    const scripted = model((_, index) => {
      if (run !== undefined && index > 0) between(run, index);
      return notes(3)[index] ?? { text: 'ok' };
    });
    return runAgent({ model: scripted, customTools: [note()], permissions: {}, ...options, during: (given) => (run = given) });
  }

  it('uses another mode for the next call, and keeps it for a resumed session', async () => {
    const workspace = tempFolder();
    const { result, run } = await threeCalls(
      (one, index) => one.setPermissionMode(index === 1 ? 'bypassPermissions' : 'dontAsk'),
      { allowBypass: true, workspace },
    );
    expect(result.denials.map((denial) => denial.tool_use_id)).toEqual(['call_0_0', 'call_2_0']);
    expect(run.permissionMode).toBe('dontAsk');
    const modeOf = async (permissions: object) => {
      const { events } = await runAgent({
        model: model([{ text: 'ok' }]),
        workspace,
        permissions,
        prompt: 'On.',
        run: { resume: run.sessionId },
      });
      return events.flatMap((event) => (event.type === 'init' ? [event.init.permissionMode] : []));
    };
    expect(await modeOf({})).toEqual(['dontAsk']);
    expect(await modeOf({ mode: 'plan' })).toEqual(['plan']);
  });

  it('reports the current mode to hooks', async () => {
    const modes: string[] = [];
    const hooks = { PreToolUse: (input: { permission_mode: string }) => void modes.push(input.permission_mode) };
    await threeCalls((one) => one.setPermissionMode('acceptEdits'), { hooks });
    expect(modes).toEqual(['default', 'acceptEdits', 'acceptEdits']);
  });

  it('uses another asker, or none, for the next call', async () => {
    const ask = asker({ behavior: 'allow' });
    const { result } = await threeCalls((one, index) => one.setAsker(index === 1 ? ask : undefined));
    expect(ask.questions.map((question) => question.toolUseId)).toEqual(['call_1_0']);
    expect(result.denials.map((denial) => denial.tool_use_id)).toEqual(['call_0_0', 'call_2_0']);
  });

  it('is ended by a person who denies with interrupt (PERM-19)', async () => {
    const ask = asker({ behavior: 'deny', message: 'stop all of it', interrupt: true });
    const { result } = await runAgent({ model: model(notes(3)), customTools: [note()], permissions: {}, ask });
    expect(result).toMatchObject({ outcome: 'stopped', turns: 1, error: { message: 'stop all of it' } });
  });

  it('reports every denial with the tool, the call and its input (PERM-18), and the way to allow it (PERM-09)', async () => {
    const scripted = model([{ calls: [{ name: 'Note', input: { a: 1 }, id: 'use_1' }] }, { text: 'ok' }]);
    const { result, run } = await runAgent({ model: scripted, customTools: [note()], permissions: {} });
    expect(result.denials).toEqual([
      {
        tool_name: 'Note',
        tool_use_id: 'use_1',
        tool_input: { a: 1 },
        reason: expect.stringContaining(
          'Nobody is there to ask, so it is denied. Add to permissions.allow: "Note". It allows every call of Note;',
        ),
      },
    ]);
    expect(readFileSync(run.transcript, 'utf8')).toContain('"denials":[{"tool_name":"Note"');
  });
});

describe('the home folder of a run', () => {
  it.each([{}, { HOME: '' }])('is that of the user with the variables %j, for rules and for tools (GAP-B1)', async (env) => {
    const homes: unknown[] = [];
    const look = defineTool({
      name: 'Look',
      description: 'Looks at a file.',
      inputSchema: { type: 'object', properties: { file: { type: 'string' } } },
      paths: ['file'],
      annotations: { readOnlyHint: true },
      access: ({ file }: { file: string }, context) => {
        homes.push(context.env.HOME);
        return [{ kind: 'read', path: file }];
      },
      call: () => ({ content: 'seen' }),
    });
    const { result } = await runAgent({
      model: model([{ calls: [{ name: 'Look', input: { file: '~/a' } }] }, { text: 'ok' }]),
      customTools: [look as AnyTool],
      permissions: { deny: ['Read(~/a)'] },
      env,
    });
    expect(result.denials).toMatchObject([{ reason: expect.stringContaining('the rule Read(~/a)') }]);
    expect(new Set(homes)).toEqual(new Set([userInfo().homedir]));
  });
});
