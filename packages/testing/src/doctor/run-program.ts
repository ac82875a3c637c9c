import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface Ran {
  readonly code: number;
  readonly output: string;
  readonly stdout: string;
}

const TIMEOUT_MS = 300_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** Runs a program to its end. Never throws: a program that cannot be started has the code 127. */
export function runProgram(
  [program = '', ...args]: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<Ran> {
  return new Promise((resolve) => {
    const limits = { timeout: TIMEOUT_MS, maxBuffer: MAX_BYTES };
    execFile(program, args, { cwd, env: { ...env }, ...limits }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 127;
      resolve({ code, stdout, output: `${stdout}${stderr}` });
    });
  });
}

/** The program of a package that the author installed: in this folder's node_modules, or in one above it. */
export function installedProgram(
  name: string,
  { dir, program = name.replace(/^.*\//, '') }: { readonly dir: string; readonly program?: string },
) {
  for (let at = dir; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) {
      const { version, bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        readonly version: string;
        readonly bin?: string | Readonly<Record<string, string>>;
      };
      const path = typeof bin === 'string' ? bin : bin?.[program];
      return path === undefined ? undefined : { version, file: join(folder, path) };
    }
    if (at === dirname(at)) return undefined;
  }
}
