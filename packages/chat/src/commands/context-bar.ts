import { count } from '@loadout/command';
import type { Conversation } from '@loadout/runner';
import type { Block, Style } from '../text/line.js';
import { said } from '../text/said.js';

const MOST_CELLS = 60;

/** The next request as a bar of the context window, and what each part of it takes. */
export function contextBar(usage: ReturnType<Conversation['contextUsage']>): Block {
  const { window, compactsAt, system, tools, messages, total } = usage;
  const ofTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const parts: readonly (readonly [string, number, Style])[] = [
    ['system prompt', system, 'cyan'],
    [`${tools.length} tools`, ofTools, 'magenta'],
    // Tokens that the provider counted beyond the estimates belong to the conversation.
    ['messages', Math.max(messages, total - system - ofTools), 'green'],
  ];
  const whole = window ?? Math.max(1, total);
  const free = window === undefined ? [] : [said(`  ${count(Math.max(0, window - total))} free`, 'dim')];
  return (columns) => {
    const cells = Math.max(10, Math.min(MOST_CELLS, columns - 4));
    const bar = parts.map(([, tokens, style]) => said('█'.repeat(Math.round((cells * tokens) / whole)), style));
    const used = bar.reduce((sum, { text }) => sum + text.length, 0);
    return [
      [...bar, said('░'.repeat(Math.max(0, cells - used)), 'dim')],
      ...parts.map(([name, tokens, style]) => [said('■ ', style), said(`${name} `), said(count(tokens), 'dim')]),
      [said(`${count(total)} of ${window === undefined ? 'an unknown window' : count(window)} tokens`, 'bold'), ...free],
      ...(compactsAt === undefined || window === undefined
        ? []
        : [[said(`Compaction starts at ${count(compactsAt)} tokens.`, 'dim')]]),
    ];
  };
}
