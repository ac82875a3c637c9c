import { expect, it } from 'vitest';
import { loadScript } from './load-script.js';

const { runFields } = await loadScript<{
  runFields(): { readonly count: number; readonly files: ReadonlyMap<string, readonly string[]> };
}>('run-fields.mjs');

it('no file of the runner reads more than half of the fields of a run', () => {
  const { count, files } = runFields();
  expect(count).toBeGreaterThan(20);
  expect(files.get('turn/run-loop.ts')).toContain('model');
  const knowsTooMuch = [...files].filter(([, names]) => names.length > count / 2);
  expect(knowsTooMuch).toEqual([]);
});
