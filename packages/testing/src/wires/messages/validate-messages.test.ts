import { describe, expect, it } from 'vitest';
import { validateMessages, validateRequest } from './validate-messages.js';

const use = (id: string, name = 'Read') => ({ type: 'tool_use', id, name, input: {} });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const text = (value: string) => ({ type: 'text', text: value });
const user = (...content: unknown[]) => ({ role: 'user', content });
const assistant = (...content: unknown[]) => ({ role: 'assistant', content });

describe('conversations that the Messages API would refuse (LOOP-28)', () => {
  it('takes a conversation with tools, thinking and unknown blocks', () => {
    const thinking = { type: 'thinking', thinking: 'hm', signature: 's' };
    const messages = [
      user(text('go')),
      assistant(thinking, text('ok'), use('a'), use('b'), { type: 'made_up', x: 1 }),
      user(result('b'), result('a'), text('more')),
      assistant(text('done')),
    ];
    expect(validateMessages(messages)).toEqual([]);
  });

  it.each([
    ['no messages', [], 'messages is empty'],
    ['an assistant first', [assistant(text('x'))], 'message 0 has the role "assistant"'],
    ['two of one role', [user(text('x')), user(text('y'))], 'message 1 has the role "user"'],
    ['an empty message', [user()], 'message 0 has no content'],
    ['an empty text', [user(text(' '))], 'message 0, block 0 is an empty text'],
    ['an unanswered tool use', [user(text('x')), assistant(use('a')), user(text('y'))], 'message 2 does not answer tool_use a'],
    ['a tool use at the end', [user(text('x')), assistant(use('a'))], 'ends with tool_use a unanswered'],
    ['an answer twice', [user(text('x')), assistant(use('a')), user(result('a'), result('a'))], 'more than once'],
    ['an answer to nothing', [user(result('z'))], 'answers tool_use z, which the message before does not have'],
    [
      'an answer too late',
      [user(text('x')), assistant(use('a')), user(text('y')), assistant(text('z')), user(result('a'))],
      'message 4 answers',
    ],
    [
      'text before results',
      [user(text('x')), assistant(use('a')), user(text('y'), result('a'))],
      'other blocks before its tool results',
    ],
    ['an id twice', [user(text('x')), assistant(use('a'), use('a')), user(result('a'))], 'repeats the id a'],
    [
      'an input that is no object',
      [user(text('x')), assistant({ ...use('a'), input: 'raw' }), user(result('a'))],
      'not an object',
    ],
    ['unsigned thinking', [user(text('x')), assistant({ type: 'thinking', thinking: 'hm' })], 'without a signature'],
    [
      'an empty error',
      [user(text('x')), assistant(use('a')), user({ ...result('a'), content: '', is_error: true })],
      'without content',
    ],
  ])('refuses %s', (_, messages, sentence) => {
    expect(validateMessages(messages).join('\n')).toContain(sentence);
  });

  it('refuses a request without a model, with two tools of one name, or with five cache markers', () => {
    const marked = { type: 'text', text: 'x', cache_control: { type: 'ephemeral' } };
    const body = {
      max_tokens: 0,
      tools: [{ name: 'A' }, { name: 'A' }],
      system: [marked],
      messages: [user(marked, marked, marked, marked)],
    };
    expect(validateRequest(body)).toEqual([
      'model is missing',
      'max_tokens is not a whole number above 0',
      'two tools are called A',
      'it has 5 cache_control markers, at most 4 are allowed',
    ]);
  });
});
