import { expect, it } from 'vitest';
import { listOf } from './admin.js';

it('a text of somebody else stays a text in a query', () => {
  expect(listOf(['run-1', "a') OR ('1'='1"])).toBe("'run-1', 'a'') OR (''1''=''1'");
});
