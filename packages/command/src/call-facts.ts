import { outputText, type SettledCall } from '@loadout/core/run';
import { count, duration, plural } from './numbers.js';
import type { Style } from './paint.js';

const MARKS: Record<SettledCall['outcome'], readonly [string, Style]> = {
  done: ['●', 'green'],
  failed: ['✗', 'red'],
  denied: ['⊘', 'yellow'],
  deferred: ['■', 'yellow'],
  refused: ['✗', 'red'],
  interrupted: ['■', 'yellow'],
};

/** Words about a call that has ended. Texts of the model and of tools are as they came. */
export interface CallFacts {
  readonly mark: string;
  readonly style: Style;
  /** The time and the amount that came back, or what became of the call. */
  readonly facts: string;
  /** The reason why a call that did not do its work did not. */
  readonly why?: string | undefined;
}

export function callFacts(call: SettledCall): CallFacts {
  const { outcome, durationMs } = call;
  const [mark, style] = MARKS[outcome];
  const ran = outcome === 'done' || outcome === 'failed';
  const facts = ran ? `${duration(durationMs)}  ${outcome === 'failed' ? 'failed' : extent(call)}` : outcome;
  if (outcome === 'done') return { mark, style, facts };
  return { mark, style, facts, why: outputText(call) || 'without a message' };
}

/** The amount of returned content. */
function extent(call: SettledCall): string {
  if (call.spilled !== undefined) return `${count(call.spilled)} characters, saved to a file`;
  const others = call.result.typedContent.filter((block) => block.type !== 'text').length;
  const text = outputText(call).replace(/\n$/, '');
  const lines = text === '' ? [] : [plural(text.split('\n').length, 'line')];
  return [...lines, ...(others === 0 ? [] : [plural(others, 'attachment')])].join(', ') || 'no output';
}
