import { callLabel, count, duration, oneLine, type Paint, plural, type Style } from '@loadout/command';
import type { SettledCall } from '@loadout/core/run';

const MARKS: Record<SettledCall['outcome'], readonly [string, Style]> = {
  done: ['●', 'green'],
  failed: ['✗', 'red'],
  denied: ['⊘', 'yellow'],
  deferred: ['■', 'yellow'],
  refused: ['✗', 'red'],
  interrupted: ['■', 'yellow'],
};

/** One line for a call that has ended. For a call that failed, the reason follows below. */
export function callLine(call: SettledCall, { cwd, paint }: { readonly cwd: string; readonly paint: Paint }): string {
  const [mark, style] = MARKS[call.outcome];
  const ran = call.outcome === 'done' || call.outcome === 'failed';
  const facts = ran ? `${duration(call.durationMs)}  ${call.outcome === 'failed' ? 'failed' : extent(call)}` : call.outcome;
  const line = `${paint(style, mark)} ${callLabel(call, cwd)}  ${paint(call.outcome === 'done' ? 'dim' : style, facts)}`;
  return call.outcome === 'done' ? line : `${line}\n  ${paint(style, oneLine(whyOf(call), 400))}`;
}

/** The amount of returned content. */
function extent({ result }: SettledCall): string {
  const spilled = /^<persisted-output>\n.*Original size: (\d+) characters/.exec(result.content);
  if (spilled !== null) return `${count(Number(spilled[1]))} characters, saved to a file`;
  if (result.content === '(tool completed with no output)') return 'no output';
  const others = result.typedContent.filter((block) => block.type !== 'text').length;
  const text = result.content.replace(/\n$/, '');
  const lines = text === '' ? [] : [plural(text.split('\n').length, 'line')];
  return [...lines, ...(others === 0 ? [] : [plural(others, 'attachment')])].join(', ') || 'no output';
}

const whyOf = ({ result }: SettledCall) => result.content.replace(/\s*<system-reminder>[\s\S]*$/, '') || 'without a message';
