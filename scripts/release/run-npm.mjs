import { spawn } from 'node:child_process';

/** Runs a program: `{ code, stdout, stderr }`. Its parent goes on meanwhile, because it may be the registry that the program asks. */
export function run(command, args, { cwd, env = process.env, input }) {
  return new Promise((resolve, reject) => {
    const stdio = [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'];
    const child = spawn(command, args, { cwd, env, stdio, shell: process.platform === 'win32' });
    child.stdin?.on('error', () => {}).end(input);
    const texts = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'])
      child[name].setEncoding('utf8').on('data', (text) => {
        texts[name] += text;
      });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...texts }));
  });
}

/** Runs npm. Throws with its own words if it fails. */
export async function npm(args, options) {
  const result = await run('npm', args, options);
  if (result.code === 0) return result.stdout;
  throw new Error(`npm ${args.join(' ')} ended with ${result.code}:\n${(result.stderr + result.stdout).trim().slice(-3000)}`);
}
