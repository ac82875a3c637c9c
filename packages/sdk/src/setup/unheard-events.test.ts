import { expect, it } from 'vitest';
import { query } from '../query/query.js';
import { collect, place } from '../query/query.test-kit.js';

it('a callback for an event that never fires here is reported, and the program runs (CTRL-08)', async () => {
  const { options } = await place([{ text: 'Hello.' }]);
  const seen: string[] = [];
  const callback = async ({ hook_event_name }: { readonly hook_event_name: string }) => {
    seen.push(hook_event_name);
    return {};
  };
  const hooks = { Setup: [{ hooks: [callback] }], SessionStart: [{ hooks: [callback] }], Stop: [{ hooks: [callback] }] };
  const messages = await collect(query({ prompt: 'Hi', options: { ...options, hooks: hooks as never } }));
  expect(seen).toEqual(['SessionStart', 'Stop']);
  expect(messages[0]).toMatchObject({
    subtype: 'informational',
    content: 'The hook event Setup does not exist here: its callbacks are never called.',
  });
  expect(messages.at(-1)).toMatchObject({ subtype: 'success', result: 'Hello.' });
});
