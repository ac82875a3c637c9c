import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

const MOST_WORDS = 800;

it('a page of the guide has 800 words at most', () => {
  const isLong = (path: string) => readFileSync(join(ROOT, path), 'utf8').split(/\s+/).length > MOST_WORDS;
  expect(globSync('docs/guide/**/*.md', { cwd: ROOT }).filter(isLong)).toEqual([]);
});
