import { describe, expect, it } from 'vitest';
import { makeWorld, recorder, textOf, type WorldOptions } from '../environment.test-kit.js';

describe('a refusal names the tool, the rule with file and line, and the rule that would allow the call (LAW-07)', () => {
  it.each([
    [
      { deny: ['Note(text:x)'] },
      'Note is denied by the rule Note(text:x) (agent.config.yaml:10:7). Remove or narrow that rule; no allow rule lifts it.',
    ],
    [
      { ask: ['Grep', 'Note'] },
      'Note needs approval: the rule Note (agent.config.yaml:11:7) asks for it. Nobody is there to ask, so it is denied. Remove that ask rule, or run where somebody can answer.',
    ],
    [
      { layers: { mode: 'dontAsk' } },
      'Note needs approval: no rule allows it (permission mode dontAsk). The permission mode is dontAsk, so it is denied. Add to permissions.allow: "Note". It allows every call of Note; "Note(key:value)" allows one value of its input.',
    ],
    [
      { layers: { mode: 'plan' } },
      'Note is denied: the permission mode is plan, and this call is not read-only. Leave plan mode first.',
    ],
  ] satisfies [WorldOptions, string][])('%j', async (options, text) => {
    expect(textOf(await makeWorld({ tools: [recorder({ name: 'Note' }).tool], ...options }).call('Note', { text: 'x' }))).toBe(
      text,
    );
  });
});

describe('a denied call carries the rule that decided, for programs that must not read sentences', () => {
  it.each([
    ['a deny rule', { deny: ['Note(text:x)'] }, { specifier: 'text:x', behavior: 'deny', position: { line: 10 } }],
    ['an ask rule that nobody answers', { ask: ['Note'] }, { behavior: 'ask', position: { line: 10 } }],
    [
      'an ask rule that a person answers with no',
      { ask: ['Note'], env: { asker: () => () => ({ behavior: 'deny' as const, message: 'no' }) } },
      { behavior: 'ask' },
    ],
    ['a mode', { layers: { mode: 'plan' } }, undefined],
  ] satisfies [string, WorldOptions, object | undefined][])('%s', async (_, options, rule) => {
    const settled = await makeWorld({ tools: [recorder({ name: 'Note' }).tool], ...options }).call('Note', { text: 'x' });
    expect(settled.outcome).toBe('denied');
    if (rule === undefined) expect(settled).not.toHaveProperty('rule');
    else expect(settled.rule).toMatchObject(rule);
  });
});
