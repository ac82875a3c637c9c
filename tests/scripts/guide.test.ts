import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

const MOST_WORDS = 800;
/** Guides that are longer, and are to be divided. No guide may be added. */
const LONGER = [
  'chat',
  'cost',
  'getting-started',
  'hooks',
  'internet-scale',
  'mcp',
  'other-toolkits',
  'providers/openai-servers',
  'script-tools',
  'sessions-and-resume',
  'skills',
  'trust-and-lock',
  'which-model',
  'write-a-model-provider',
  'write-a-tool',
];

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

it('a guide has 800 words at most, but for those that are to be divided', () => {
  const long = globSync('docs/guide/**/!(README).md', { cwd: ROOT }).filter(
    (path) => read(path).split(/\s+/).length > MOST_WORDS,
  );
  const added = long.map((path) => path.slice('docs/guide/'.length, -'.md'.length)).filter((name) => !LONGER.includes(name));
  expect(added).toEqual([]);
});
