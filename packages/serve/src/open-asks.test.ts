import type { PermissionQuestion } from '@loadout/core/run';
import { describe, expect, it } from 'vitest';
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
  new OpenAsks({ given, session: () => 's', configDir: '/app', redact: (text) => text.replaceAll('s3cret', '[secret]') });

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

describe('a question of the model', () => {
  const colour = {
    question: 'Which colour?',
    header: 'Colour',
    options: [{ label: 'Red', description: '' }],
    multiSelect: false,
  };
  const context = { toolUseId: 'call-1', signal: new AbortController().signal };

  it('waits with its choices, and its answers count for its call alone', async () => {
    const first = asks();
    await expect(first.person([colour], context)).rejects.toMatchObject({ code: 'CALL_DEFERRED' });
    expect(first.open).toMatchObject([{ call: 'call-1', questions: [{ question: 'Which colour?', choices: ['Red'] }] }]);
    const given = first.open.map((ask) => ({ ask, behavior: 'allow' as const, texts: ['Green'] }));
    expect(await asks(given).person([colour], context)).toEqual({ 'Which colour?': 'Green' });
    await expect(asks(given).person([colour], { ...context, toolUseId: 'call-2' })).rejects.toMatchObject({
      code: 'CALL_DEFERRED',
    });
  });

  it('has answers in words, which approve no call', async () => {
    const given = (await answered()).map((one) => ({ ...one, texts: ['No!'] }));
    expect(await asks(given).asker(question())).toMatchObject({ behavior: 'defer' });
  });

  it('is not answered by an approval, and not asked where nobody waits', async () => {
    const first = asks();
    await first.person([colour], context).catch(() => {});
    const approved = first.open.map((ask) => ({ ask, behavior: 'allow' as const }));
    await expect(asks(approved).person([colour], context)).rejects.toMatchObject({ code: 'CALL_DEFERRED' });
    const waiting = asks();
    expect(await waiting.person([colour], { ...context, answerNow: true })).toMatchObject({ declined: true });
    expect(waiting.open).toEqual([]);
  });

  it('keeps the approval of its own call, and of no other one, until it is answered', async () => {
    const next = asks([
      ...(await answered()),
      ...(await answered()).map((one) => ({ ...one, ask: { ...one.ask, call: 'call-2' } })),
    ]);
    await next.person([colour], context).catch(() => {});
    expect(next.kept.map(({ ask }) => ask.call)).toEqual(['call-1']);
  });
});
