import { chatWire } from '@loadout/testing';
import { afterEach, expect, it } from 'vitest';
import { all, mockSession, request } from '../openai.fixture.js';

const session = mockSession(chatWire);
afterEach(session.close);

const said = (events: Awaited<ReturnType<typeof all>>) =>
  events.flatMap((event) => (event.type === 'notice' ? [event.message] : []));

it('an option that the server has no field for is told once in a conversation, before the answer', async () => {
  const compat = { effort: 'none', parallelCalls: false } as const;
  const { provider } = await session.start([{ text: 'a' }, { text: 'b' }, { text: 'c' }], { compat });
  const asked = request(undefined, { effort: 'low', parallelCalls: false, thinking: { type: 'enabled', budget_tokens: 2_000 } });
  const events = await all(provider, asked);
  expect(said(events)).toEqual([
    'm does not get effort: low: its server has no field for it.',
    'm does not get parallelCalls: false: its server has no field for it.',
    'm does not get thinking: { budget_tokens: 2000 }: its server has no field for it.',
  ]);
  expect(events.findIndex(({ type }) => type === 'start')).toBe(3);
  expect(said(await all(provider, asked))).toEqual([]);
  expect(
    said(
      await all(
        provider,
        request(
          [...asked.messages].map((message) => ({ ...message })),
          { effort: 'low' },
        ),
      ),
    ),
  ).toHaveLength(1);
});

it('an option that the server takes, or that asks for nothing, is not told', async () => {
  const { provider } = await session.start([{ text: 'a' }, { text: 'b' }], { compat: { parallelCalls: true } });
  expect(said(await all(provider, request(undefined, { effort: 'low', parallelCalls: true })))).toEqual([]);
  expect(said(await all(provider, request(undefined, { thinking: { type: 'adaptive' } })))).toEqual([]);
});
