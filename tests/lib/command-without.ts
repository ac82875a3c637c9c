import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { project, root } from './loadout.js';

/** The packages that look for others beside themselves, so that a link to them would find all. */
const LOOKING = ['cli', 'config', 'runner', 'setup'];

/** The program of an installation that has all packages of this repository but these. */
export function commandWithout(...names: readonly string[]): string {
  const installed = project({});
  const scope = join(installed, 'node_modules/@loadout');
  rmSync(scope);
  mkdirSync(scope);
  for (const one of readdirSync(join(root, 'node_modules/@loadout')))
    if (!names.includes(one) && !LOOKING.includes(one)) symlinkSync(join(root, 'packages', one), join(scope, one));
  for (const one of LOOKING)
    for (const part of ['bin', 'dist', 'package.json'].filter((part) => existsSync(join(root, 'packages', one, part))))
      cpSync(join(root, 'packages', one, part), join(scope, one, part), { recursive: true });
  symlinkSync(join(root, 'node_modules/jiti'), join(installed, 'node_modules/jiti'));
  return join(scope, 'cli/bin/loadout.js');
}
