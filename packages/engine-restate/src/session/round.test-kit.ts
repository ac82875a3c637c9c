import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPlan } from '@loadout/config';
import type { Plan } from '@loadout/core/run';
import { onTestFinished } from 'vitest';

const installed = fileURLToPath(new URL('../../../../node_modules/@loadout', import.meta.url));

/** A folder with these files, and the plan of its configuration. */
export async function planIn(
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly dir: string; readonly plan: Plan }> {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'loadout-round-')));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  mkdirSync(join(dir, 'node_modules'));
  symlinkSync(installed, join(dir, 'node_modules/@loadout'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(dir, name), text);
  const { plan } = await loadPlan({ cwd: dir, env: { HOME: dir, ...env }, managedFile: join(dir, 'none.yaml') });
  return { dir, plan };
}
