import { signalExitCode } from '@loadout/command';
import type { SDKMessage } from '../types/messages.js';

type Result = Extract<SDKMessage, { readonly type: 'result' }>;

const LIMITS = new Set<string | undefined>(['budget_exhausted']);

/** The exit code of print mode. As in the reference, a run that reached its number of turns has failed. Source: CLI-04, GAP-D6. */
export function printExitCode(result: Result | undefined, signal: NodeJS.Signals | undefined): number {
  if (signal !== undefined) return signalExitCode(signal);
  if (result === undefined) return 1;
  if (!result.is_error) return 0;
  return LIMITS.has(result.terminal_reason) ? 3 : 1;
}
