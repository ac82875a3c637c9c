import { describe, expect, it } from 'vitest';
import type { HookSet } from '../contract/hook/hook.js';
import { answer, makeWorld, preToolUse, recorder, settleMicrotasks, textOf, type WorldOptions } from './environment.test-kit.js';

const request = (decision: object): HookSet => ({ PermissionRequest: () => ({ hookSpecificOutput: { decision } as never }) });
const allows = request({ behavior: 'allow' });
const note = () => recorder({ name: 'Note' });

describe('a PermissionRequest hook (HOOK-28)', () => {
  it('gets the call and the updates that would allow such calls', async () => {
    const seen: unknown[] = [];
    const hooks: HookSet = { PermissionRequest: (input) => void seen.push(input) };
    await makeWorld({ tools: [note().tool], hooks }).call('Note', { text: 'a' });
    const rules = [{ toolName: 'Note' }];
    const permission_suggestions = [{ type: 'addRules', rules, behavior: 'allow', destination: 'localSettings' }];
    expect(seen).toMatchObject([{ tool_name: 'Note', tool_input: { text: 'a' }, tool_use_id: 't1', permission_suggestions }]);
  });

  it('allows a call that no rule decides, and nobody is asked', async () => {
    const { tool, calls } = note();
    const asker = () => () => {
      throw new Error('asked');
    };
    expect((await makeWorld({ tools: [tool], hooks: allows, env: { asker } }).call('Note')).outcome).toBe('done');
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['an ask rule', { ask: ['Note'], hooks: allows }],
    ['a PreToolUse hook that asks', { hooks: { ...allows, ...preToolUse(() => answer('ask')) } }],
  ] satisfies [string, WorldOptions][])('does not answer in the place of a person for %s', async (_, options) => {
    const { tool, calls } = note();
    const settled = await makeWorld({ tools: [tool], ...options }).call('Note');
    expect([settled.outcome, calls]).toEqual(['denied', []]);
  });

  it('denies, with its message, and may end the run', async () => {
    const hooks = request({ behavior: 'deny', message: 'not here', interrupt: true });
    const settled = await makeWorld({ tools: [note().tool], hooks }).call('Note');
    expect(settled).toMatchObject({ outcome: 'denied', stop: expect.stringContaining('not here') });
  });

  it('changes the input, which is decided again', async () => {
    const { tool, calls } = note();
    const hooks = request({ behavior: 'allow', updatedInput: { text: 'theirs' } });
    expect((await makeWorld({ tools: [tool], hooks }).call('Note', { text: 'mine' })).outcome).toBe('done');
    expect((await makeWorld({ tools: [tool], hooks, deny: ['Note(text:theirs)'] }).call('Note')).outcome).toBe('denied');
    expect(calls).toEqual([{ text: 'theirs' }]);
  });

  it('may add rules only: a hook that asks for another mode fails and is ignored', async () => {
    const updates: unknown[] = [];
    const add = { type: 'addRules', rules: [{ toolName: 'Note' }], behavior: 'allow', destination: 'session' };
    const mode = { type: 'setMode', mode: 'bypassPermissions', destination: 'session' };
    const outcome = async (update: object) => {
      const hooks = request({ behavior: 'allow', updatedPermissions: [update] });
      const env = { updatePermissions: (given: readonly unknown[]) => void updates.push(...given) };
      return (await makeWorld({ tools: [note().tool], hooks, env }).call('Note')).outcome;
    };
    expect([await outcome(add), await outcome(mode), updates]).toEqual(['done', 'denied', [add]]);
  });

  it('leaves the question to others when it fails', async () => {
    const hooks = request({ behavior: 'perhaps' });
    const env = { asker: () => () => ({ behavior: 'allow' as const }) };
    expect((await makeWorld({ tools: [note().tool], hooks, env }).call('Note')).outcome).toBe('done');
  });

  it('does not run when the rules decide', async () => {
    const heard: string[] = [];
    const hooks: HookSet = { PermissionRequest: (input) => void heard.push(input.tool_name) };
    await makeWorld({ tools: [note().tool], hooks, allow: ['Note'] }).call('Note');
    await makeWorld({ tools: [note().tool], hooks, deny: ['Note'] }).call('Note');
    expect(heard).toEqual([]);
  });
});

describe('a PermissionDenied hook (HOOK-02, HOOK-28)', () => {
  it.each([
    ['a rule', { deny: ['Note'] }],
    ['nobody being there', {}],
    ['a hook', { hooks: preToolUse(() => answer('deny')) }],
  ] satisfies [string, WorldOptions][])(
    'hears of a denial by %s, once, and its retry is told to the model',
    async (_, options) => {
      const heard: string[] = [];
      const hooks: HookSet = {
        ...('hooks' in options ? options.hooks : {}),
        PermissionDenied: (input) => {
          heard.push(input.reason);
          return { hookSpecificOutput: { retry: true } };
        },
      };
      const settled = await makeWorld({ tools: [note().tool], ...options, hooks }).call('Note');
      expect([settled.outcome, heard.length]).toEqual(['denied', 1]);
      expect(textOf(settled)).toContain(`${heard[0]} You may try this call again.`);
    },
  );

  it('does not run for a call that ran', async () => {
    const heard: string[] = [];
    const hooks: HookSet = { PermissionDenied: (input) => void heard.push(input.reason) };
    await makeWorld({ tools: [note().tool], hooks, allow: ['Note'] }).call('Note');
    expect(heard).toEqual([]);
  });
});

describe('a Notification hook (HOOK-02, HOOK-06)', () => {
  it('reports that a person is waited for, and the question does not wait for the hook (HOOK-13)', async () => {
    const heard: unknown[] = [];
    const waits = (input: object) => {
      heard.push(input);
      return new Promise<undefined>(() => {});
    };
    const Notification = [
      { name: 'n', matcher: 'permission_prompt', run: waits },
      { name: 'other', matcher: 'idle_prompt', run: () => void heard.push('idle') },
    ];
    const env = { asker: () => () => ({ behavior: 'allow' as const }) };
    const world = makeWorld({ tools: [note().tool], hooks: { Notification }, env });
    expect((await world.call('Note')).outcome).toBe('done');
    await settleMicrotasks();
    expect(heard).toMatchObject([
      { notification_type: 'permission_prompt', message: 'A permission is needed to use Note.', title: 'Permission needed' },
    ]);
    await makeWorld({ tools: [note().tool], hooks: { Notification } }).call('Note');
    expect(heard).toHaveLength(1);
  });
});

describe('the "if" of a hook (HOOK-14)', () => {
  const shell = recorder({
    name: 'Bash',
    inputSchema: { type: 'object', properties: { command: { type: 'string' } } },
    access: ({ command = '' }) => {
      if (command === 'broken') throw new Error('no analysis');
      if (command === 'odd') return [{ kind: 'run', text: command, unclear: 'it is odd' }];
      return command.split(' && ').map((text) => ({ kind: 'run' as const, text, words: text.split(' ') }));
    },
  }).tool;

  it.each([
    ['git status', true],
    ['npm test && git push', true],
    ['/usr/bin/git log', true],
    ['ls', false],
    ['echo git', false],
    ['odd', true],
    ['broken', true],
  ])('Bash(git *) and %j: %s', async (command, runs) => {
    const heard: string[] = [];
    const hooks: HookSet = { PreToolUse: { name: 'g', if: 'Bash(git *)', run: () => void heard.push(command) } };
    await makeWorld({ tools: [shell], hooks }).call('Bash', { command });
    expect(heard.length).toBe(runs ? 1 : 0);
  });

  it('matches another tool only if that tool’s access matches the rule', async () => {
    const heard: string[] = [];
    const reader = recorder({ name: 'Grep', access: () => [{ kind: 'read', path: '/repo/secrets/a' }] }).tool;
    const when = (condition: string) => ({ name: condition, if: condition, run: () => void heard.push(condition) });
    const hooks: HookSet = { PreToolUse: ['Bash(git *)', 'Read(/secrets/**)', 'Grep', 'not ( a rule'].map(when) };
    await makeWorld({ tools: [reader], hooks }).call('Grep');
    expect(heard).toEqual(['Read(/secrets/**)', 'Grep', 'not ( a rule']);
  });
});

it('the input names the server of an MCP tool (HOOK-05)', async () => {
  const seen: unknown[] = [];
  const hooks = preToolUse((input) => void seen.push(input.mcp_server));
  const tool = Object.assign(recorder({ name: 'mcp__my__crm__find' }).tool, { mcp: { server: 'my__crm' } });
  await makeWorld({
    mcpTools: [tool],
    tools: [note().tool],
    hooks,
  }).call('mcp__my__crm__find');
  expect(seen).toMatchObject([{ name: 'my__crm' }]);
});
