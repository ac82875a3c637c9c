import { describe, expect, it } from 'vitest';
import type { CallNode, Decision } from '../../model/trajectory.js';
import { testRows } from './test-rows.js';

const decided = (decision: Decision | undefined, input: string, agent: readonly string[] = ['main']) => ({
  call: {
    ...{ id: 0, kind: 'call', agent, size: 0, callId: 'c', tool: 'Bash', title: '', state: 'done', hash: 'h' },
    decision,
  } as CallNode,
  contents: { id: 0, input: { head: input } },
});
const allowed: Decision = { effect: 'allow', by: 'rule', reason: '', rule: 'Bash(ls:*)' };
const rowsIn = (text: string) => text.split('\n').filter((line) => line.startsWith('      - '));

describe('the decisions of a run as rows of tests', () => {
  it('have the agent, the call, the effect and the rule, once for equal decisions', () => {
    const one = decided(allowed, '{"command":"ls"}', ['lead', 'worker']);
    const { text, rows } = testRows([one, one], 'default');
    expect(rows).toBe(1);
    expect(rowsIn(text)).toEqual([
      '      - { agent: "worker", via: "lead", call: { "Bash": {"command":"ls"} }, is: allow, by: "Bash(ls:*)", mode: "default" }',
    ]);
  });

  it('write a question as ask, whoever answered it', () => {
    const { text } = testRows([decided({ effect: 'deny', by: 'person', reason: '' }, '{"command":"rm"}')], undefined);
    expect(text).toContain('is: ask');
  });

  it.each([
    ['a hook decided', decided({ effect: 'deny', by: 'hook', reason: '' }, '{}')],
    ['nothing decided', decided(undefined, '{}')],
    ['the input is not an object', decided(allowed, '[1]')],
    ['the input is broken', decided(allowed, '{"command":')],
  ])('leave a call out if %s', (_, one) => {
    expect(testRows([one], undefined)).toMatchObject({ rows: 0, leftOut: 1 });
  });

  it('keep a variable of the record from being filled in, and hidden characters visible', () => {
    const { text } = testRows([decided(allowed, JSON.stringify({ command: 'echo ${HOME} $${X} \u202e' }))], undefined);
    expect(text).toContain('echo $${HOME} $$${X} \\u202e');
  });
});
