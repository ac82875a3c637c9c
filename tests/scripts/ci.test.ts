import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './load-script.js';

it('CI runs the two commands of the README, in their order, and then the check', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const commands = [...readme.matchAll(/^(npm ci && [^#\n]+)/gm)].map((match) => match[1]?.trim());
  const ci = join(ROOT, '.ci', 'run');
  const steps = [...readFileSync(ci, 'utf8').matchAll(/^step '([^']+)'$/gm)].map((match) => match[1]);
  expect(commands).toHaveLength(2);
  expect(steps).toEqual([...commands, 'npm run check']);
  expect(statSync(ci).mode & 0o111).not.toBe(0);
});
