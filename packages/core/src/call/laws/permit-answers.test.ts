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

  it('denies when nobody can be asked, with the reason and the rule that would allow the call', async () => {
    const settled = await makeWorld({ tools: [recorder({ name: 'Note' }).tool] }).call('Note');
    expect(textOf(settled)).toBe(
      'Note needs approval: no rule allows it (permission mode default). Nobody is there to ask, so it is denied. Add to permissions.allow: "Note". It allows every call of Note; "Note(key:value)" allows one value of its input.',
    );
  });

  it.each([{}, { behavior: 'ask' }, { behavior: 'ALLOW' }, undefined, null, true, 'allow'])(
    'treats an answer that does not say allow as a denial: %j',
    async (given) => {
      const { tool, calls } = recorder({ name: 'Note' });
      const settled = await makeWorld({ tools: [tool], env: { asker: () => () => given as never } }).call('Note');
      expect([settled.outcome, calls]).toEqual(['denied', []]);
    },
  );

  it('denies with the message of an asker that throws', async () => {
    const settled = await makeWorld({
      tools: [recorder({ name: 'Note' }).tool],
      env: { asker: () => thrower(new Error('no terminal')) },
    }).call('Note');
    expect(textOf(settled)).toBe('Note is denied: asking for approval failed (no terminal).');
  });

  it('lets a person who denies end the run (PERM-19)', async () => {
    const ask = () => ({ behavior: 'deny' as const, message: 'stop all of it', interrupt: true });
    const settled = await makeWorld({ tools: [recorder({ name: 'Note' }).tool], env: { asker: () => ask } }).call('Note');
    expect(settled).toMatchObject({ outcome: 'denied', stop: 'stop all of it', code: 'PERMISSION_DENIED' });
  });

  it('asks about a call whatever an MCP server declares about its own tool', async () => {
    const annotations = { readOnlyHint: true, openWorldHint: false };
    const mcpTools = [recorder({ name: 'mcp__crm__find', annotations }).tool];
    const tools = [recorder({ name: 'Find', annotations }).tool];
    expect((await makeWorld({ mcpTools }).call('mcp__crm__find')).outcome).toBe('denied');
    expect((await makeWorld({ tools }).call('Find')).outcome).toBe('done');
    expect((await makeWorld({ mcpTools, allow: ['mcp__crm__*'] }).call('mcp__crm__find')).outcome).toBe('done');
  });

  it('uses the mode at the moment of the decision (PERM-14)', async () => {
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
