import { callFacts, callLabel, duration, oneLine, type Paint, printable } from '@loadout/command';
import type { SettledCall } from '@loadout/core/run';
import type { AgentEvent } from '@loadout/runner';

/** One line for a call that has ended. For a call that failed, the reason follows below. */
export function callLine(call: SettledCall, { cwd, paint }: { readonly cwd: string; readonly paint: Paint }): string {
  const { mark, style, facts, why } = callFacts(call);
  const line = `${paint(style, mark)} ${callLabel(call, cwd)}  ${paint(call.outcome === 'done' ? 'dim' : style, facts)}`;
  return why === undefined ? line : `${line}\n  ${paint(style, oneLine(why, 400))}`;
}

const RESULT_LINES = 20;

/** The lines that `--verbose` adds to an event's own line. */
export function verboseLines(event: AgentEvent): readonly string[] {
  switch (event.type) {
    case 'tool_start':
      return [`${event.name} ${oneLine(JSON.stringify(event.input), 400)}`];
    case 'tool_result': {
      // The call's own line already shows why it did not run, and a failure of one line.
      if (event.call.outcome !== 'done' && event.call.outcome !== 'failed') return [];
      const lines = printable(event.call.result.content).trimEnd().split('\n');
      if (event.call.outcome === 'failed' && lines.length === 1) return [];
      const rest = lines.length - RESULT_LINES;
      return [...lines.slice(0, RESULT_LINES), ...(rest > 0 ? [`… ${rest} more lines`] : [])];
    }
    case 'hook':
      return [`hook ${event.name} (${event.event}): ${event.outcome}, ${duration(event.durationMs)}`];
    default:
      return [];
  }
}
