import type { Message, ToolResultBlock, Usage } from '@loadout/core/model';
import type { SessionRecord } from '@loadout/sessions';
import type { CallNode, TurnUsage } from '../model/trajectory.js';

/** The texts of a message. */
export const textOf = ({ content }: Message): string =>
  content.flatMap((block) => (block.type === 'text' && typeof block.text === 'string' ? [block.text] : [])).join(' ');

export const usageOf = (usage: Usage): TurnUsage => ({
  input: usage.input_tokens,
  output: usage.output_tokens,
  cacheRead: usage.cache_read_input_tokens ?? 0,
  cacheWrite: usage.cache_creation_input_tokens ?? 0,
});

const STATES: ReadonlySet<string> = new Set(['done', 'failed', 'denied', 'refused', 'interrupted', 'deferred']);

export const stateOf = (outcome: string): CallNode['state'] => (STATES.has(outcome) ? (outcome as CallNode['state']) : 'done');

export const isFailure = (block: ToolResultBlock, outcome: string): boolean => block.is_error === true || outcome !== 'done';

/** The start of a call: that of its own record, or its end less the time that it took. A clock may have been set back. */
export function startOf(
  { start, journal }: CallNode,
  { at, durationMs }: Extract<SessionRecord, { readonly t: 'ended' }>,
): number | undefined {
  const begun = journal?.started === true || durationMs === undefined || at === undefined ? start : at - durationMs;
  return begun === undefined || at === undefined ? begun : Math.min(begun, at);
}

/** About how many characters blocks have. Exact counting would write every message of a long session once more. */
export const sizeOf = ({ content }: Message): number =>
  content.reduce((sum, block) => sum + Object.values(block).reduce<number>((all, one) => all + lengthOf(one), 0), 0);

function lengthOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, one) => sum + (typeof one === 'string' ? one.length : 0), 0);
}
