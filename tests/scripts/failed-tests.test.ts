import { expect, it } from 'vitest';
import { loadScript } from './load-script.js';

interface Failed {
  readonly test: string;
  readonly error: string;
}
const { failedTests } = await loadScript<{ failedTests(log: string): readonly Failed[] }>('lib/failed-tests.mjs');

it('names the tests that failed, with the first line of the error that they share', () => {
  const log = `
 ✓ tests/good.test.ts (2 tests) 3ms
//#test:commands: \x1b[31m FAIL \x1b[39m tests/a.test.ts > one
//#test:commands:  FAIL  tests/a.test.ts > two
//#test:commands: \x1b[1mAssertionError\x1b[22m: expected 1 to be 2
//#test:commands: Error: a second line
//#test:commands:  FAIL  tests/b.test.ts
`;
  expect(failedTests(log)).toEqual([
    { test: 'tests/a.test.ts > one', error: 'AssertionError: expected 1 to be 2' },
    { test: 'tests/a.test.ts > two', error: 'AssertionError: expected 1 to be 2' },
    { test: 'tests/b.test.ts', error: '' },
  ]);
});
