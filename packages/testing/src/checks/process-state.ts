import { restoreShared, type SharedValues, sharedChange, sharedValues } from './shared-values.js';

/** The parts of the process that belong to all of its sessions. */
interface ProcessState {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly exitCode: typeof process.exitCode;
  readonly shared: SharedValues;
}

export const processState = (): ProcessState => ({
  cwd: process.cwd(),
  env: { ...process.env },
  exitCode: process.exitCode,
  shared: sharedValues(),
});

/** The first difference, as a sentence. */
export function stateChange(before: ProcessState, after: ProcessState): string | undefined {
  if (before.cwd !== after.cwd) return `it changed the working directory of the process to ${after.cwd}; use context.cwd`;
  if (before.exitCode !== after.exitCode) return `it set process.exitCode to ${String(after.exitCode)}`;
  const shared = sharedChange(before.shared, after.shared);
  if (shared !== undefined) return shared;
  const names = new Set([...Object.keys(before.env), ...Object.keys(after.env)]);
  const changed = [...names].find((name) => before.env[name] !== after.env[name]);
  return changed === undefined
    ? undefined
    : `it changed the variable ${changed} of the process; pass variables to child processes`;
}

export function restoreProcess({ cwd, env, exitCode, shared }: ProcessState): void {
  restoreShared(shared);
  if (process.cwd() !== cwd) process.chdir(cwd);
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  for (const [name, value] of Object.entries(env)) if (process.env[name] !== value) process.env[name] = value;
  process.exitCode = exitCode;
}
