import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadScript, ROOT } from './scripts/load-script.js';

const { walkPlainCall } = await loadScript<{ walkPlainCall(): Promise<string[]> }>('walk.mjs');
const { readBudgets } = await loadScript<{ readBudgets(markdown: string): { entered: number; enteredOfCore: number } }>(
  'lib/budgets.mjs',
);

it('a plain call of Read enters no more files than the budgets of AGENTS.md allow', async () => {
  const budgets = readBudgets(readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'));
  expect(budgets).toMatchObject({ entered: 70, enteredOfCore: 28 });
  const files = await walkPlainCall();
  const ofCore = files.filter((file) => file.startsWith('core/'));
  expect(files).toContain('core/call/pipeline');
  expect(files).toContain('tool-fs/read/read-tool');
  expect(ofCore.length, `${ofCore.length} files of core:\n${ofCore.join('\n')}`).toBeLessThanOrEqual(budgets.enteredOfCore);
  expect(files.length, `${files.length} files:\n${files.join('\n')}`).toBeLessThanOrEqual(budgets.entered);
});
