import { redactor } from '@loadout/runner';
import { expect, it } from 'vitest';
import { memoryIo } from '../testing/memory-io.js';
import { tellProblem } from './problem.js';

const DIFF = '--- recorded\n+++ now\n@@ -1,1 +1,1 @@\n-old\n+new';
const SECRET = 'sk-0123456789abcdef';

const told = (screen: Parameters<typeof memoryIo>[0]) => {
  const { io, written } = memoryIo({ ...screen, env: { NO_COLOR: '1' } });
  tellProblem({ code: 'CASSETTE_MISMATCH', message: `The request differs.\n${DIFF}`, fix: 'Record again.' }, io);
  return written().told;
};

it('a wide terminal gets a difference from a recording in two columns, and anything else gets it as it is', () => {
  const [head, fix] = ['error CASSETTE_MISMATCH: The request differs.\n', '\nFix: Record again.\n'];
  expect(told({ isTerminal: true, columns: 100 })).toBe(`${head}  recorded │ now\n≠ old      │ new${fix}`);
  expect(told({ isTerminal: true, columns: 99 })).toBe(`${head}${DIFF}${fix}`);
  expect(told({ columns: 200 })).toBe(`${head}${DIFF}${fix}`);
});

it('no secret is broken into two rows, where it would no longer be found', () => {
  const { io, written } = memoryIo({ isTerminal: true, columns: 100, env: { NO_COLOR: '1' } });
  io.hide(redactor([SECRET]));
  const line = `${'x'.repeat(40)}${SECRET}`;
  const message = `The request differs.\n--- recorded\n+++ now\n@@ -1,1 +1,1 @@\n-${line}\n+${line} more`;
  tellProblem({ code: 'CASSETTE_MISMATCH', message }, io);
  const rows = written().told.split('\n').slice(2);
  expect(rows.join('')).not.toMatch(/sk-|0123|cdef/);
  expect(rows[0]).toMatch(/^≠ x{40}/);
});
