import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

it('each decision has one line in the index, under its number', () => {
  const folder = join(ROOT, 'decisions');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[(\d+)\]\((\1-[^)]+\.md)\) \S/gm)].map(([, , file]) => file);
  expect(listed.sort()).toEqual(readdirSync(folder).filter((name) => /^\d/.test(name)));
});
