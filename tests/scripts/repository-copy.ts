import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './load-script.js';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 });

/** A repository with a copy of each file of this one, and with its installed modules. */
export function copyRepository(copy: string): void {
  const files = git(ROOT, 'ls-files', '-z', '--cached', '--others', '--exclude-standard').split('\0').filter(Boolean);
  for (const file of new Set(files)) cpSync(join(ROOT, file), join(copy, file), { recursive: true, errorOnExist: false });
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'), 'dir');
  git(copy, 'init', '--quiet');
  git(copy, 'add', '--all');
}
