import { expect, it } from 'vitest';
import { giveBack, joinBody, noteSent } from './body-memory.js';

const parts = (...texts: readonly string[]) => texts.map((text) => Buffer.from(text));

it('the next body takes the memory of one that was sent to its end and given back (W16)', () => {
  const first = joinBody(parts('one', ' long'));
  expect(first.toString()).toBe('one long');
  noteSent(first);
  giveBack(first);
  const next = joinBody(parts('two', ' longer'));
  expect(next.toString()).toBe('two longer');
  expect(next.buffer).toBe(first.buffer);
  expect(joinBody(parts('three')).buffer).not.toBe(next.buffer);
});

it('a body that is still in flight keeps its memory, also if its answer is in (W16)', () => {
  const first = joinBody(parts('the first body'));
  giveBack(first);
  expect(joinBody(parts('another')).buffer).not.toBe(first.buffer);
  expect(first.toString()).toBe('the first body');
});

it('memory that is too small for a body is not used for it (W16)', () => {
  const small = joinBody(parts('a'));
  noteSent(small);
  giveBack(small);
  const large = joinBody(parts('b'.repeat(1000)));
  expect(large.buffer).not.toBe(small.buffer);
  expect(large.toString()).toBe('b'.repeat(1000));
});
