import { redactor } from '@loadout/runner';
import { expect, it } from 'vitest';
import { memoryIo } from './testing/memory-io.js';

it('a secret of a first load stays hidden after a second load, which hides others', () => {
  const { io, written } = memoryIo({ env: {} });
  io.hide(redactor(['first-secret-1']));
  io.hide(redactor(['second-secret-2']));
  io.hide(redactor([]));
  io.tell('first-secret-1 second-secret-2\n');
  expect(written().told).not.toMatch(/first-secret-1|second-secret-2/);
});

it('a text leaves as it is only by the screen', () => {
  const { io, written } = memoryIo({ env: {} });
  io.out('\x1b[31mred\u202e\n');
  io.tell('\x07bell\r\n');
  io.note('one\nerror X: two');
  io.json({ a: '\x1b[31m\u202e' });
  io.screen.out('\x1b[31m');
  io.screen.tell('\r');
  expect(written()).toMatchObject({
    out: 'red\n{\n  "a": "\\u001b[31m\\u202e"\n}\n\x1b[31m',
    told: 'bell\nnote: one\n    error X: two\n\r',
  });
});
