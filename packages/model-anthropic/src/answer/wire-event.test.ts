import { expect, it } from 'vitest';
import { toWireEvent } from './wire-event.js';

it('an event takes its type from its data, else from its name, and an end sign is none', () => {
  expect(toWireEvent('{"type":"x","a":1}', 'named')).toEqual({ type: 'x', a: 1 });
  expect(toWireEvent('{"a":1}', 'named')).toEqual({ type: 'named', a: 1 });
  expect(toWireEvent('[DONE]', '')).toBeUndefined();
});

it('data that is not a JSON object is refused', () => {
  expect(() => toWireEvent('{"a"', '')).toThrow('is not JSON: "{\\"a\\""');
  expect(() => toWireEvent('7', '')).toThrow('data is "7"');
});
