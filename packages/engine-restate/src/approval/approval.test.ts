import { describe, expect, it } from 'vitest';
import { askOf } from './approval.js';

type Question = Parameters<typeof askOf>[0];
type AskedIn = Parameters<typeof askOf>[1];

const question: Question = {
  toolName: 'Bash',
  toolUseId: 'toolu_1',
  agentId: 'main',
  written: {},
  readOnly: false,
  cause: 'rule',
  suggestions: [],
  signal: new AbortController().signal,
  input: { command: 'git push', timeout: 5 },
  reason: 'A rule asks.',
  rule: {
    text: 'Bash(git push:*)',
    position: { file: '/srv/app/agent.config.yaml', line: 9, column: 12 },
  },
};
const asked: AskedIn = { session: 'run-1', agent: 'main', plan: 'plan-1', configDir: '/srv/app' };

describe('the hash of a question', () => {
  const { hash } = askOf(question, asked);

  it('is the same for the same question on another machine', () => {
    const elsewhere = {
      ...question,
      rule: { ...question.rule, position: { file: '/home/b/agent.config.yaml', line: 9, column: 12 } },
    };
    expect(askOf(elsewhere as Question, { ...asked, configDir: '/home/b' }).hash).toBe(hash);
    expect(askOf({ ...question, input: { timeout: 5, command: 'git push' } }, asked).hash).toBe(hash);
    expect(askOf({ ...question, reason: 'In other words.' }, asked).hash).toBe(hash);
  });

  it.each<[string, Partial<Question>, Partial<AskedIn>]>([
    ['call', { toolUseId: 'toolu_2' }, {}],
    ['tool', { toolName: 'Shell' }, {}],
    ['input', { input: { command: 'git push --force', timeout: 5 } }, {}],
    ['type of a value', { input: { command: 'git push', timeout: '5' } }, {}],
    ['depth of the input', { input: { command: { command: 'git push', timeout: 5 } } }, {}],
    ['rule', { rule: { ...question.rule, text: 'Bash(git:*)' } as Question['rule'] }, {}],
    [
      'line of the rule',
      { rule: { ...question.rule, position: { file: '/srv/app/agent.config.yaml', line: 10, column: 12 } } as Question['rule'] },
      {},
    ],
    [
      'file of the rule',
      { rule: { ...question.rule, position: { file: '/srv/app/base.yaml', line: 9, column: 12 } } as Question['rule'] },
      {},
    ],
    ['absence of a rule', { rule: undefined }, {}],
    ['run', {}, { session: 'run-2' }],
    ['agent', {}, { agent: 'other' }],
    ['plan', {}, { plan: 'plan-2' }],
  ])('changes with the %s', (_, change, change2) => {
    expect(askOf({ ...question, ...change }, { ...asked, ...change2 }).hash).not.toBe(hash);
  });

  it('covers the end of an input that is too long to be shown', () => {
    const long = (end: string) => askOf({ ...question, input: { command: 'x'.repeat(5000) + end } }, asked);
    expect(long('a').input).toBe(long('b').input);
    expect(long('a').hash).not.toBe(long('b').hash);
  });
});
