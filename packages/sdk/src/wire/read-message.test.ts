import { expect, it } from 'vitest';
import { readMessage } from './read-message.js';

it('an object is a message, blank lines and what is not an object are passed over (CTRL-01)', () => {
  expect(readMessage('{"type":"keep_alive"}')).toEqual({ type: 'keep_alive' });
  expect(readMessage('{"type":"user","message":{"role":"user","content":[]}}')).toMatchObject({ type: 'user' });
  for (const line of ['', '  ', '\r', '[1]', '7', '"text"', 'true']) expect(readMessage(line)).toBeUndefined();
});

it.each([
  ['{"type":"user",', /Error parsing streaming input line: .+JSON/],
  ['null', /null is not a message/],
  ['{"type":"user"}', /Expected message role "user", got undefined/],
  ['{"type":"user","message":{"role":"assistant","content":"hi"}}', /got "assistant"/],
  ['{"type":"user","message":{"role":"user"}}', /Expected message content/],
])('%s ends it, and the error shows it (CTRL-01)', (line, said) => {
  expect(() => readMessage(line)).toThrow(
    expect.objectContaining({ code: 'ENGINE_INPUT', message: expect.stringMatching(said) }),
  );
  expect(() => readMessage(line)).toThrow(line);
});

it('of a line of megabytes only the beginning is shown', () => {
  expect(() => readMessage(`{"type":"${'x'.repeat(3_000_000)}`)).toThrow(/^.{100,500}$/s);
});
