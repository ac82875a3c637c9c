import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { project, root } from './loadout.js';

/** The program of an installation that has all packages of this repository but one. */
export function commandWithout(name: string): string {
  const installed = project({});
  const scope = join(installed, 'node_modules/@loadout');
  rmSync(scope);
  mkdirSync(scope);
  for (const one of readdirSync(join(root, 'node_modules/@loadout')))
    if (one !== name && one !== 'cli') symlinkSync(join(root, 'packages', one), join(scope, one));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join(root, 'packages/cli', part), join(scope, 'cli', part), { recursive: true });
  return join(scope, 'cli/bin/loadout.js');
}
