import { describe, expect, it } from 'vitest';
import { recordProblem } from './check-record.js';

const message = (change: object) => ({
  t: 'message',
  message: { role: 'assistant', content: [{ type: 'text', text: 'Yes.' }], ...change },
});

describe('a record of another program', () => {
  it('is taken with all its fields, and with blocks and kinds of which nothing is known', () => {
    const known = message({ content: [{ type: 'text', text: 'Yes.' }, { type: 'redacted_thinking' }] });
    expect([known, { t: 'later', any: 1 }].map(recordProblem)).toEqual([undefined, undefined]);
  });

  it.each([
    ['a block without its fields', message({ content: [{ type: 'text', txet: 'Yes.' }] }), 'content[0].text is not text'],
    ['an unknown role', message({ role: 'assistent' }), 'role is "assistent"'],
    [
      'input that is no object',
      message({ content: [{ type: 'tool_use', id: 'a', name: 'B', input: '{}' }] }),
      'input is not an object',
    ],
    ['ids that are not a list', { t: 'results', ids: null }, 'ids is not a list'],
    ['a missing message', { t: 'message', massage: {} }, 'message is not an object'],
    ['no kind', { message: {} }, 'it is not a record of a session'],
  ])('is refused for %s', (_, record, problem) => {
    expect(recordProblem(record)).toContain(problem);
  });
});
