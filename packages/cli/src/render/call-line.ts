import { callFacts, callLabel, oneLine, type Paint } from '@loadout/command';
import type { SettledCall } from '@loadout/core/run';

/** One line for a call that has ended. For a call that failed, the reason follows below. */
export function callLine(call: SettledCall, { cwd, paint }: { readonly cwd: string; readonly paint: Paint }): string {
  const { mark, style, facts, why } = callFacts(call);
  const line = `${paint(style, mark)} ${callLabel(call, cwd)}  ${paint(call.outcome === 'done' ? 'dim' : style, facts)}`;
  return why === undefined ? line : `${line}\n  ${paint(style, oneLine(why, 400))}`;
}
