import type { Conversation, RunResult } from '@loadout/runner';
import { cost, count } from '../numbers.js';
import { oneLine } from '../printable.js';
import { table } from '../table.js';

/** The tokens used since the conversation began, by model. */
export function costText(result: RunResult | undefined): string {
  if (result === undefined) return 'No tokens used yet.\n';
  const rows = Object.entries(result.models).map(([name, used]) => [
    oneLine(name),
    `${count(sentOf(used.usage))} in / ${count(used.usage.output_tokens)} out tokens`,
    cost(used.costUsd),
  ]);
  return table([
    ...rows,
    ['total', `${count(sentOf(result.usage))} in / ${count(result.usage.output_tokens)} out tokens`, cost(result.costUsd)],
  ]);
}

const sentOf = (usage: RunResult['usage']) =>
  usage.input_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);

/** The size of the next request, and its share of the context window. */
export function contextText({
  window,
  compactsAt,
  system,
  tools,
  messages,
  total,
}: ReturnType<Conversation['contextUsage']>): string {
  const ofTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const part =
    window === undefined
      ? "the model's context window is unknown"
      : `${((100 * total) / window).toFixed(1)}% of ${count(window)}`;
  const rows = [
    ['system prompt', count(system)],
    [`${tools.length} tools`, count(ofTools)],
    ['messages', count(messages)],
    ['total', count(total), part],
  ];
  const made = compactsAt === undefined || window === undefined ? '' : `Compaction starts at ${count(compactsAt)} tokens.\n`;
  return `Estimated tokens:\n${table(
    rows.map(([what = '', tokens = '', more = '']) => [what, tokens, more]),
    [1],
  )}${made}`;
}
