import { describe, expect, it } from 'vitest';
import { answer, makeWorld, preToolUse, recorder, textOf, thrower, type WorldOptions } from '../environment.test-kit.js';

describe('permit only answers; deny over ask over allow; nobody there means deny (LAW-03, PERM-05, PERM-09)', () => {
  it.each([
    ['a deny rule', { deny: ['Note'] }, 'denied'],
    ['an ask rule', { ask: ['Note'] }, 'denied'],
    ['plan mode', { layers: { mode: 'plan' } }, 'denied'],
    ['nothing', {}, 'done'],
  ] satisfies [string, WorldOptions, string][])('a hook’s allow against %s: %s', async (_, options, outcome) => {
    const { tool, calls } = recorder({ name: 'Note' });
    const settled = await makeWorld({ tools: [tool], hooks: preToolUse(() => answer('allow')), ...options }).call('Note');
    expect([settled.outcome, calls.length]).toEqual([outcome, outcome === 'done' ? 1 : 0]);
  });

  it('nobody there to ask means deny, with the reason and what would allow it', async () => {
    const settled = await makeWorld({ tools: [recorder({ name: 'Note' }).tool] }).call('Note');
    expect(textOf(settled)).toBe(
      'Note needs approval: no rule allows it (permission mode default). Nobody is there to ask, so it is denied. Add to permissions.allow: "Note".',
    );
  });

  it.each([{}, { behavior: 'ask' }, { behavior: 'ALLOW' }, undefined, null, true, 'allow'])(
    'an answer that does not say allow does not allow: %j',
    async (given) => {
      const { tool, calls } = recorder({ name: 'Note' });
      const settled = await makeWorld({ tools: [tool], env: { asker: () => () => given as never } }).call('Note');
      expect([settled.outcome, calls]).toEqual(['denied', []]);
    },
  );

  it('an asker that throws denies with its message', async () => {
    const settled = await makeWorld({
      tools: [recorder({ name: 'Note' }).tool],
      env: { asker: () => thrower(new Error('no terminal')) },
    }).call('Note');
    expect(textOf(settled)).toBe('Note is denied: asking for approval failed (no terminal).');
  });

  it('a person who denies may end the run with it (PERM-19)', async () => {
    const ask = () => ({ behavior: 'deny' as const, message: 'stop all of it', interrupt: true });
    const settled = await makeWorld({ tools: [recorder({ name: 'Note' }).tool], env: { asker: () => ask } }).call('Note');
    expect(settled).toMatchObject({ outcome: 'denied', stop: 'stop all of it', code: 'PERMISSION_DENIED' });
  });

  it('what an MCP server says of its own tool lets no call pass unasked', async () => {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    const mcpTools = [recorder({ name: 'mcp__crm__find', annotations }).tool];
    const tools = [recorder({ name: 'Find', annotations }).tool];
    expect((await makeWorld({ mcpTools }).call('mcp__crm__find')).outcome).toBe('denied');
    expect((await makeWorld({ tools }).call('Find')).outcome).toBe('done');
    expect((await makeWorld({ mcpTools, allow: ['mcp__crm__*'] }).call('mcp__crm__find')).outcome).toBe('done');
  });

  it('the mode in force is the one at the moment of the decision (PERM-14)', async () => {
    const { tool } = recorder({ name: 'Note' });
    const world = makeWorld({ tools: [tool] });
    let mode: 'default' | 'bypassPermissions' = 'default';
    const env = { ...world.env, permissions: () => ({ ...world.layers, mode }) };
    const dynamic = makeWorld({ tools: [tool], env });
    expect((await dynamic.call('Note')).outcome).toBe('denied');
    mode = 'bypassPermissions';
    expect((await dynamic.call('Note')).outcome).toBe('done');
  });
});
