/** The parts of the process that belong to all of its sessions. */
interface ProcessState {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exitCode: typeof process.exitCode;
}

export const processState = (): ProcessState => ({ cwd: process.cwd(), env: { ...process.env }, exitCode: process.exitCode });

/** The first difference, as a sentence. */
export function stateChange(before: ProcessState, after: ProcessState): string | undefined {
  if (before.cwd !== after.cwd) return `it changed the working directory of the process to ${after.cwd}; use context.cwd`;
  if (before.exitCode !== after.exitCode) return `it set process.exitCode to ${String(after.exitCode)}`;
  const names = new Set([...Object.keys(before.env), ...Object.keys(after.env)]);
  const changed = [...names].find((name) => before.env[name] !== after.env[name]);
  return changed === undefined
    ? undefined
    : `it changed the variable ${changed} of the process; pass variables to child processes`;
}

export function restoreProcess({ cwd, env, exitCode }: ProcessState): void {
  if (process.cwd() !== cwd) process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  process.exitCode = exitCode;
}
