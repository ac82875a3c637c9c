import { expect, it } from 'vitest';
import { ask, collect, kinds, place, prompts, user } from '../query/query.test-kit.js';

const replies = ({ body }: { readonly body: { readonly messages: readonly unknown[] } }) =>
  JSON.stringify(body.messages.at(-1)).includes('Write a summary') ? { text: 'They spoke of milk.' } : { text: 'Milk is white.' };

it('the engine handles /compact: init, the boundary, a result, and nothing for the model (COMPACT-08)', async () => {
  const at = await place(replies);
  const { stream, after } = prompts('Tell me of milk.', '/compact keep the colours', 'And now?');
  const messages = await collect(ask(at, stream), after);
  const first = kinds(messages).indexOf('result/success');
  expect(kinds(messages).slice(first + 1, first + 6)).toEqual([
    'system/init',
    'system/status',
    'system/compact_boundary',
    'system/status',
    'result/success',
  ]);
  expect(messages[0]).toMatchObject({ slash_commands: expect.arrayContaining(['compact']) });
  const last = JSON.stringify(at.api.requests.at(-1)?.body.messages);
  expect(last).toContain('They spoke of milk.');
  expect(last).not.toContain('/compact');
});

it('a literal prompt goes to the model, even /compact', async () => {
  const at = await place([{ text: 'What is that?' }]);
  const { stream, after } = prompts(user('/compact', { client_composed: true }));
  await collect(ask(at, stream), after);
  expect(JSON.stringify(at.api.requests[0]?.body.messages)).toContain('/compact');
});
