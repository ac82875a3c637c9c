import { type Diagnostic, renderDiagnostics } from '@loadout/config';
import { runChild } from '@loadout/node';
import type { Dev } from './dev.js';
import type { Step } from './steps-for.js';

export interface StepEnd {
  readonly isGood: boolean;
  /** The problems, warnings among them. Empty: none. */
  readonly told: string;
}

const MOST_BYTES = 1_000_000;

/** Runs a step to its end, or until the command is interrupted. */
export async function runStep({ words, isCheck = false }: Step, { host, root }: Dev): Promise<StepEnd> {
  const [file = '', ...args] = words;
  const variables = Object.entries(host.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
  const env = Object.fromEntries(variables);
  const { code, stdout, stderr } = await runChild({ file, args, cwd: root, env, signal: host.signal, mostBytes: MOST_BYTES });
  const isGood = code === 0;
  const problems = isCheck ? problemsIn(stdout) : undefined;
  if (problems !== undefined) return { isGood, told: renderDiagnostics(problems, { cwd: root }).trimEnd() };
  return { isGood, told: isGood ? '' : `${stdout}${stderr}`.trimEnd() };
}

/** The problems that the check found. Absent: it could not check. */
function problemsIn(text: string): readonly Diagnostic[] | undefined {
  try {
    return (JSON.parse(text) as { readonly problems: readonly Diagnostic[] }).problems;
  } catch {
    return undefined;
  }
}
