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
