import type { PermissionQuestion } from '@loadout/core/run';
import { expect, it } from 'vitest';
import { type GivenAnswer, OpenAsks } from './open-asks.js';

const question = (changes: Partial<PermissionQuestion> = {}): PermissionQuestion => ({
  toolName: 'Note',
  toolUseId: 'call-1',
  agentId: 'main',
  input: { text: 'my s3cret' },
  written: {},
  readOnly: false,
  reason: 'Note needs approval.',
  cause: 'rule',
  rule: { text: 'Note', position: { file: '/app/agent.config.yaml', line: 3, column: 5 } },
  suggestions: [],
  signal: new AbortController().signal,
  ...changes,
});

const asks = (given: readonly GivenAnswer[] = []) =>
  new OpenAsks({ given, session: 's', configDir: '/app', redact: (text) => text.replaceAll('s3cret', '[secret]') });

/** The answer to the question as a client saw it. */
async function answered(behavior: 'allow' | 'deny' = 'allow') {
  const first = asks();
  await first.asker(question());
  return first.open.map((ask) => ({ ask, behavior }));
}

it('a question without an answer waits, with its rule and its place and no secret', async () => {
  const waiting = asks();
  expect(await waiting.asker(question())).toMatchObject({ behavior: 'defer' });
  expect(waiting.open).toEqual([
    {
      call: 'call-1',
      tool: 'Note',
      input: { text: 'my [secret]' },
      reason: 'Note needs approval.',
      rule: 'Note',
      at: 'agent.config.yaml:3:5',
    },
  ]);
});

it('an answer counts for the call, the agent, the tool and the input that the client saw', async () => {
  const next = asks(await answered());
  expect(await next.asker(question())).toEqual({ behavior: 'allow' });
  for (const changed of [{ input: { text: 'other' } }, { toolName: 'Write' }, { toolUseId: 'call-2' }, { agentId: 'agent-2' }])
    expect(await next.asker(question(changed))).toMatchObject({ behavior: 'defer' });
  expect(next.open.map(({ call }) => call)).toEqual(['call-1', 'call-1', 'call-2', 'agent-2/call-1']);
});

it('a denial has words, and an agent that nobody waits for is denied', async () => {
  expect(await asks(await answered('deny')).asker(question())).toMatchObject({
    behavior: 'deny',
    message: expect.stringContaining('denied'),
  });
  const waiting = asks();
  expect(await waiting.asker(question({ answerNow: true }))).toMatchObject({ behavior: 'deny' });
  expect(waiting.open).toEqual([]);
});
