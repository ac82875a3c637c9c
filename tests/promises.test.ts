import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/loadout.js';

const page = readFileSync(join(root, 'docs/guide/promises.md'), 'utf8');

/** The rows of the tables of promises: the promise, and the file behind it. */
const rows = [...page.matchAll(/^\| (?!Promise|---)(?<promise>.*?) \| `(?<file>[^`]+)` \|$/gm)].map(({ groups }) => ({
  promise: groups?.promise ?? '',
  file: groups?.file ?? '',
}));

it('every row of a table is a promise with a test', () => {
  const lines = page.split('\n').filter((line) => /^\| (?!Promise|---)/.test(line));
  expect(rows.length).toBe(lines.length);
  expect(rows.length).toBeGreaterThan(20);
});

it.each(rows)('$file is there and tests: $promise', ({ file }) => {
  expect(existsSync(join(root, file))).toBe(true);
  expect(readFileSync(join(root, file), 'utf8')).toMatch(/^\s*(?:await )?(?:it|test|describe\w*|\w+Laws)(?:\.\w+)*\(/m);
});

it('each law of the architecture about one call stands here', () => {
  const laws = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const tests = [...laws.matchAll(/`(core\/src\/call\/laws\/[\w-]+\.test\.ts)`/g)].map(([, file = '']) => `packages/${file}`);
  expect(tests.length).toBeGreaterThan(5);
  expect(rows.map(({ file }) => file)).toEqual(expect.arrayContaining(tests));
});
