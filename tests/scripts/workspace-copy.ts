import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './load-script.js';

const PARTS = [
  'biome.json',
  'tsconfig.json',
  'turbo.json',
  'vitest.config.ts',
  'layers.json',
  'AGENTS.md',
  '.gitignore',
  'package.json',
  'configs',
  'scripts',
  'tests/lib/any-character.ts',
  'tests/lib/breadth.ts',
  'tests/lib/end-of-file.ts',
  'tests/lib/end-of-file.setup.ts',
  'tests/lib/temporary-folder.setup.ts',
];

/** A copy of the workspace in `dir`, with these packages as sources and the installed modules of this workspace. */
export function copyWorkspace(dir: string, packages: readonly string[]): void {
  for (const part of PARTS) cpSync(join(ROOT, part), join(dir, part), { recursive: true });
  for (const name of packages) {
    const from = join(ROOT, 'packages', name);
    const to = join(dir, 'packages', name);
    cpSync(from, to, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
    // A package has modules of its own where the workspace has another version.
    if (existsSync(join(from, 'node_modules'))) symlinkSync(join(from, 'node_modules'), join(to, 'node_modules'), 'dir');
  }
  linkModules(dir);
}

const LEFT_OUT = new Set(['dist', 'node_modules']);

export function linkModules(dir: string): void {
  mkdirSync(dir, { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'), 'dir');
}

/** Runs a command in `dir` with the installed tools first on the PATH. If the command fails, throws with its whole output. */
export async function run(command: string, { dir }: { dir: string }): Promise<string> {
  const state = { LOADOUT_STATE_DIR: join(dir, '.state'), ANTHROPIC_API_KEY: '', FORCE_COLOR: '0', VITEST_MAX_WORKERS: '1' };
  const env = { ...process.env, ...state, PATH: `${join(ROOT, 'node_modules', '.bin')}${delimiter}${process.env.PATH}` };
  const [file = '', ...args] = command.split(' ');
  try {
    const { stdout, stderr } = await promisify(execFile)(file, args, { cwd: dir, env });
    return `${stdout}${stderr}`;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${command} failed:\n${stdout}${stderr}`);
  }
}
