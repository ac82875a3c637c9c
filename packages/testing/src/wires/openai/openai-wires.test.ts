import { describe, expect, it } from 'vitest';
import { validateChat } from '../chat/validate-chat.js';
import { validateResponses } from '../responses/validate-responses.js';

const call = (id: unknown, json = '{}') => ({ id, type: 'function', function: { name: 'Read', arguments: json } });
const user = { role: 'user', content: 'hi' };
const asking = (...calls: object[]) => ({ role: 'assistant', content: null, tool_calls: calls });
const answer = (tool_call_id: string, content: unknown = 'ok') => ({ role: 'tool', tool_call_id, content });
const tool = { type: 'function', function: { name: 'Read', parameters: { type: 'object', properties: { a: {} } } } };

describe('a request that Chat Completions would refuse', () => {
  const chat = (messages: readonly object[], more: object = {}) => validateChat({ model: 'm', messages, ...more });

  it('takes a conversation with calls side by side', () => {
    expect(chat([user, asking(call('a'), call('b')), answer('b'), answer('a'), user], { tools: [tool], stream: true })).toEqual(
      [],
    );
  });

  it.each([
    ['an open call', [user, asking(call('a')), user], 'comes before a result of the call a'],
    ['a result for nobody', [user, answer('a')], 'which is not open'],
    ['an id twice', [user, asking(call('a'), call('a')), answer('a')], 'two calls with the id a'],
    ['no id', [user, asking(call(undefined)), answer('undefined')], 'has no id'],
    ['a long id', [user, asking(call('x'.repeat(41))), answer('x'.repeat(41))], 'at most 40'],
    ['input that is no object', [user, asking(call('a', '[1]')), answer('a')], 'not the JSON of an object'],
    ['a picture in a result', [user, asking(call('a')), answer('a', [{ type: 'image_url' }])], 'a result that is not text'],
    ['an empty answer', [user, { role: 'assistant', content: null }], 'neither content nor tool_calls'],
    ['a field of a block', [user, { role: 'assistant', content: 'a', signature: 's' }], 'unknown field signature'],
    ['a role', [{ role: 'bot', content: 'a' }], 'has the role "bot"'],
    ['no message', [], 'messages is empty'],
  ])('has %s', (_, messages, sentence) => {
    expect(chat(messages).join('; ')).toContain(sentence);
  });

  it.each([
    [{ tools: [] }, 'tools is empty'],
    [{ parallel_tool_calls: false }, 'only allowed with tools'],
    [{ stream_options: {} }, 'only allowed with stream'],
    [{ max_tokens: 1, max_completion_tokens: 1 }, 'two limits'],
    [{ tools: [tool, tool] }, 'two tools are called Read'],
    [{ tools: [{ type: 'function', function: { ...tool.function, strict: true } }] }, 'does not require a'],
    [{ thinking: {} }, 'unknown field thinking'],
  ])('has %j', (more, sentence) => {
    expect(chat([user], more).join('; ')).toContain(sentence);
  });

  it('has what the dialect of its server refuses', () => {
    const body = { model: 'm', messages: [{ role: 'developer', content: 'a' }, user] };
    expect(validateChat(body, { refuses: ['developer role'] })).toEqual(['the server refuses developer role']);
  });
});

describe('a request that the Responses API would refuse', () => {
  const made = (call_id: string, more: object = {}) => ({
    type: 'function_call',
    call_id,
    name: 'Read',
    arguments: '{}',
    ...more,
  });
  const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'ok' });
  const reasoning = { type: 'reasoning', summary: [], encrypted_content: 'gAAA' };
  const responses = (input: readonly object[], more: object = {}) =>
    validateResponses({ model: 'm', store: false, input, ...more });

  it('takes reasoning directly before its call', () => {
    expect(responses([user, reasoning, made('a'), output('a')])).toEqual([]);
  });

  it.each([
    ['an id of the server', [user, { ...reasoning, id: 'rs_1' }, made('a'), output('a')], "Item with id 'rs_1' not found"],
    ['reasoning that led to nothing', [user, reasoning], 'without its required following item'],
    [
      'reasoning that nobody sealed',
      [user, { ...reasoning, encrypted_content: 'x' }, made('a'), output('a')],
      'could not be verified',
    ],
    ['an open call', [user, made('a')], 'No tool output found for function call a'],
    ['a result for nobody', [user, output('a')], 'No tool call found'],
    ['a result twice', [user, made('a'), output('a'), output('a')], 'answers the call a again'],
    ['an id twice', [user, made('a'), made('a'), output('a')], 'two calls have the call_id a'],
    [
      'text of a user in an answer',
      [{ role: 'assistant', content: [{ type: 'input_text', text: 'a' }] }],
      'of the type "input_text"',
    ],
  ])('has %s', (_, input, sentence) => {
    expect(responses(input).join('; ')).toContain(sentence);
  });

  it('has a tool whose strictness is left to the API', () => {
    const loose = { type: 'function', name: 'Read', parameters: { type: 'object', properties: { a: {} } } };
    expect(responses([user], { tools: [loose] }).join('; ')).toContain('is strict and does not require a');
    expect(responses([user], { tools: [{ ...loose, strict: false }], max_output_tokens: 5 })).toEqual([
      'max_output_tokens is 5, at least 16 are needed',
    ]);
  });
});
