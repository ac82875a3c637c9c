import type { Block, Message, Origin } from '@loadout/core/model';
import { type HistoryTarget, prepareHistory } from '@loadout/models/history';
import { validateMessages } from '@loadout/testing';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const ORIGINS: readonly (Origin | undefined)[] = [
  { provider: 'anthropic', api: 'anthropic', model: 'claude-sonnet-5-5' },
  { provider: 'anthropic', api: 'anthropic', model: 'claude-opus-5-5' },
  { provider: 'openai', api: 'openai-responses', model: 'gpt-5' },
  { provider: 'gemini', api: 'google', model: 'gemini-3-pro' },
  undefined,
];
const target = fc
  .record({
    origin: fc.constantFrom(...ORIGINS.filter((origin) => origin !== undefined)),
    images: fc.constantFrom(true, false, undefined),
    documents: fc.constantFrom(true, false, undefined),
    resultImages: fc.constantFrom(true, false, undefined),
  })
  .map(({ origin: { api, model }, ...capabilities }): HistoryTarget => ({ api, model, capabilities }));

const said = fc.constantFrom('a', 'b b', ' c ');
const text = said.map((one): Block => ({ type: 'text', text: one }));
const picture: Block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBO' } };
const pdf: Block = { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' } };
const opaque = fc.constantFrom<Block>(
  { type: 'thinking', thinking: 'Hm.', signature: 'sig' },
  { type: 'thinking', thinking: '', signature: 'sig' },
  { type: 'redacted_thinking', data: 'x' },
  { type: 'reasoning', providerState: { encrypted: 'x' } },
  { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
  { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
  { type: 'made_up', encrypted: 'x' },
  { type: 'text', text: 'y', providerState: { signature: 'x' } },
);
const answer = fc.record({
  blocks: fc.array(fc.oneof(text, opaque), { maxLength: 4 }),
  calls: fc.array(
    fc.record({ hasState: fc.boolean(), result: fc.array(fc.oneof(text, fc.constantFrom(picture, pdf)), { maxLength: 3 }) }),
    {
      maxLength: 3,
    },
  ),
  origin: fc.constantFrom(...ORIGINS),
  next: fc.array(fc.oneof(text, fc.constantFrom(picture, pdf)), { minLength: 1, maxLength: 2 }),
});

/** A conversation that the Messages API accepts, but for blocks of other makers. */
const conversation = fc.array(answer, { maxLength: 6 }).map((answers) => {
  const messages: Message[] = [{ role: 'user', content: [{ type: 'text', text: 'Go.' }] }];
  for (const [at, { blocks, calls, origin, next }] of answers.entries()) {
    const uses = calls.map(
      ({ hasState }, index): Block => ({
        type: 'tool_use',
        id: `call_${at}_${index}`,
        name: 'Read',
        input: {},
        ...(hasState ? { providerState: { id: index } } : {}),
      }),
    );
    const content = [...blocks, ...uses];
    if (content.length === 0) continue;
    messages.push({ role: 'assistant', content, ...(origin === undefined ? {} : { origin }) });
    const results = calls.map(
      ({ result }, index): Block => ({ type: 'tool_result', tool_use_id: `call_${at}_${index}`, content: result }),
    );
    messages.push({ role: 'user', content: [...results, ...next] });
  }
  return messages;
});

it('any conversation that is valid stays valid for every model, and preparing it again changes nothing (MODEL-03)', () => {
  fc.assert(
    fc.property(conversation, target, (messages, to) => {
      const before = JSON.stringify(messages);
      const prepared = prepareHistory(messages, to);
      expect(validateMessages(prepared)).toEqual([]);
      expect(prepareHistory(prepared, to)).toEqual(prepared);
      expect(JSON.stringify(messages)).toBe(before);
      const isOwn = ({ role, origin }: Message) =>
        role === 'assistant' &&
        (origin === undefined ? to.api === 'anthropic' : origin.api === to.api && origin.model === to.model);
      const own = messages.filter(isOwn);
      expect(prepared.filter((message) => own.includes(message))).toEqual(own);
      const known = { ...to, capabilities: {} };
      if (messages.every((message) => message.role === 'user' || isOwn(message)) && to.api === 'anthropic')
        expect(prepareHistory(messages, known)).toBe(messages);
    }),
    { numRuns: 500 },
  );
});
