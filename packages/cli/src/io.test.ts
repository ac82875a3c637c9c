import { redactor } from '@loadout/runner';
import { expect, it } from 'vitest';
import { tellProblem } from './render/tell-failure.js';
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

it('a secret of several lines stays hidden, however a text is made fit for the screen', () => {
  const { io, written } = memoryIo({ env: {} });
  const key = 'first-part-of-key\r\nsecond-part-of-key';
  io.hide(redactor([key]));
  io.out(`${key}\n`);
  io.tell(`${key}\n${key.replaceAll('\r\n', ' ')}\n`);
  io.note(key);
  tellProblem({ code: 'X', message: key, fix: key }, io);
  io.json({ key });
  expect(JSON.stringify(written())).not.toContain('part-of-key');
});
