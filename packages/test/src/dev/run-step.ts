import { type Diagnostic, renderDiagnostics } from '@loadout/config';
import type { Dev } from './dev.js';
import { runWords } from './run-words.js';
import type { Step } from './steps-for.js';

interface Stepping extends Pick<Dev, 'host' | 'root'> {
  readonly signal: AbortSignal;
}

export interface StepEnd {
  readonly isGood: boolean;
  /** The problems, warnings among them. Empty: none. */
  readonly told: string;
}

/** Runs a step to its end, or until the signal fires. */
export async function runStep({ words, isCheck = false }: Step, { host, root, signal }: Stepping): Promise<StepEnd> {
  const { code, stdout, stderr } = await runWords(words, { cwd: root, env: host.env, signal });
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
