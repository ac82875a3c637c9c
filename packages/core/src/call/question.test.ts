import { describe, expect, it } from 'vitest';
import type { Access, PermissionMode } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import type { PermissionAnswer, PermissionQuestion } from '../permit/asker.js';
import { answer, makeWorld, preToolUse, recorder, textOf, type WorldOptions } from './environment.test-kit.js';

const ALLOW: PermissionAnswer = { behavior: 'allow' };

/** Runs one call that is asked about. Returns the questions and the calls that ran. */
async function asked(
  options: WorldOptions & {
    accesses?: readonly Access[];
    name?: string;
    answer?: PermissionAnswer;
    parts?: object;
    input?: object;
  } = {},
) {
  const questions: PermissionQuestion[] = [];
  const name = options.name ?? 'Note';
  const parts = options.accesses === undefined ? {} : { access: () => options.accesses as readonly Access[] };
  const { tool, calls } = recorder({ name, ...parts, ...options.parts });
  const updates: PermissionUpdate[] = [];
  const ask = (question: PermissionQuestion) => {
    questions.push(question);
    return options.answer ?? ALLOW;
  };
  const world = makeWorld({
    ...(name.startsWith('mcp__') ? { mcpTools: [tool] } : { tools: [tool] }),
    ...options,
    env: { asker: () => ask, updatePermissions: (given) => updates.push(...given), ...options.env },
  });
  const settled = await world.call(name, options.input ?? { text: 'x' });
  return { question: questions[0], questions, calls, settled, updates };
}

describe('a question has everything that a person or a host needs (PERM-01)', () => {
  it('has the asking tool, the input, the reason, and updates that would allow it from now on (PERM-04)', async () => {
    const { question } = await asked();
    expect(question).toMatchObject({
      toolName: 'Note',
      toolUseId: 't1',
      agentId: 'main',
      input: { text: 'x' },
      readOnly: false,
      reason: 'Note needs approval: no rule allows it (permission mode default).',
      suggestions: [{ type: 'addRules', rules: [{ toolName: 'Note' }], behavior: 'allow', destination: 'localSettings' }],
    });
    expect(question).not.toHaveProperty('blockedPath');
    expect(question?.signal.aborted).toBe(false);
  });

  it('names the fields that are off by default, whether the model wrote them or not, and no other default', async () => {
    const flag = { type: 'boolean', default: false };
    const properties = {
      force: flag,
      dry: flag,
      deep: flag,
      keeps: { ...flag, default: true },
      where: { type: 'string', default: 'production' },
    };
    const { question } = await asked({
      parts: { inputSchema: { type: 'object', properties } },
      input: { force: false, deep: true, keeps: false },
    });
    expect(question?.input).toEqual({ force: false, dry: false, deep: true, keeps: false, where: 'production' });
    expect(question?.off?.toSorted()).toEqual(['dry', 'force']);
  });

  it('has the wire name of an MCP tool (PERM-02)', async () => {
    expect((await asked({ name: 'mcp__crm__find' })).question?.toolName).toBe('mcp__crm__find');
  });

  it('has the deciding path, and suggests acceptEdits for a write that this mode would allow', async () => {
    const outside = await asked({
      accesses: [{ kind: 'read', path: '/etc/shadow' }],
      parts: { annotations: { readOnlyHint: true } },
    });
    expect(outside.question).toMatchObject({
      blockedPath: '/etc/shadow',
      readOnly: true,
      suggestions: [{ type: 'addRules', rules: [{ toolName: 'Read', ruleContent: '//etc/shadow' }] }],
    });
    const inside = await asked({ accesses: [{ kind: 'write', path: '/repo/a.ts' }] });
    expect(inside.question).toMatchObject({
      blockedPath: '/repo/a.ts',
      suggestions: [
        { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
        { type: 'addRules', rules: [{ toolName: 'Edit', ruleContent: '/a.ts' }] },
      ],
    });
  });

  it('suggests nothing if no rule would help: an ask rule, a hook, a protected file', async () => {
    const byRule = await asked({ ask: ['Read(/private/**)'], accesses: [{ kind: 'read', path: '/repo/private/a' }] });
    expect(byRule.question).toMatchObject({ suggestions: [], blockedPath: '/repo/private/a' });
    expect((await asked({ hooks: preToolUse(() => answer('ask')) })).question?.suggestions).toEqual([]);
    const guarded = await asked({ accesses: [{ kind: 'write', path: '/repo/.git/config' }] });
    expect(guarded.question).toMatchObject({ suggestions: [], blockedPath: '/repo/.git/config' });
  });
});

describe('an answer', () => {
  it('without updatedInput runs the input as shown (PERM-03)', async () => {
    for (const updatedInput of [undefined, { text: 'other' }]) {
      const { calls } = await asked({ answer: { behavior: 'allow', ...(updatedInput === undefined ? {} : { updatedInput }) } });
      expect(calls).toEqual([updatedInput ?? { text: 'x' }]);
    }
  });

  it('passes updatedPermissions on, and denies the call if they cannot be applied', async () => {
    const update: PermissionUpdate = { type: 'setMode', mode: 'acceptEdits', destination: 'session' };
    const given: PermissionAnswer = { behavior: 'allow', updatedPermissions: [update] };
    expect((await asked({ answer: given })).updates).toEqual([update]);
    const updatePermissions = () => {
      throw new Error('no such mode');
    };
    const refused = await asked({ answer: given, env: { updatePermissions } });
    expect([textOf(refused.settled), refused.calls]).toEqual(['Note is denied: asking for approval failed (no such mode).', []]);
    expect((await asked({ answer: given, env: { asker: () => () => given }, allow: [] })).settled.outcome).toBe('done');
  });

  it('comes from the asker of that moment (PERM-14)', async () => {
    let present = false;
    const { tool } = recorder({ name: 'Note' });
    const world = makeWorld({ tools: [tool], env: { asker: () => (present ? () => ALLOW : undefined) } });
    expect((await world.call('Note')).outcome).toBe('denied');
    present = true;
    expect((await world.call('Note')).outcome).toBe('done');
  });
});

describe('a tool whose work is to ask a person (PERM-16)', () => {
  const parts = { requiresUserInteraction: true, annotations: { readOnlyHint: true } };
  it.each([
    ['default', 'done', 1],
    ['acceptEdits', 'done', 1],
    ['plan', 'done', 1],
    ['bypassPermissions', 'done', 1],
    ['dontAsk', 'denied', 0],
  ] satisfies [PermissionMode, string, number][])(
    'in the mode %s: %s, asked %i times, with an allow rule',
    async (mode, outcome, times) => {
      const { settled, questions } = await asked({ parts, allow: ['Note'], layers: { mode } });
      expect([settled.outcome, questions.length]).toEqual([outcome, times]);
    },
  );

  it('is asked even if a hook allows the call', async () => {
    expect((await asked({ parts, hooks: preToolUse(() => answer('allow')) })).questions).toHaveLength(1);
  });
});
