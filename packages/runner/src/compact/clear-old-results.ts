import type { Block, Message, ToolResultBlock } from '@loadout/core';
import { estimateTokens } from './estimate.js';

export const CLEARED = '[Old tool result content cleared]';
/** Source: COMPACT-02. */
const NEWEST_KEPT = 5;

/** Empties all but the newest tool results, and none of the last message: the model has not read it. Other messages stay the same objects. */
export function clearOldResults(messages: readonly Message[]): { readonly messages: readonly Message[]; readonly freed: number } {
  let toSkip = NEWEST_KEPT;
  let freed = 0;
  const cleared = [...messages];
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || !message.content.some(isResult)) continue;
    const content = [...message.content]
      .reverse()
      .map((block) => (isResult(block) && toSkip-- <= 0 && at < messages.length - 1 ? emptied(block) : block));
    content.reverse();
    if (content.every((block, index) => block === message.content[index])) continue;
    const shorter = Object.freeze({ role: message.role, content: Object.freeze(content) });
    freed += estimateTokens([message]) - estimateTokens([shorter]);
    cleared[at] = shorter;
  }
  return { messages: cleared, freed };
}

export const isResult = (block: Block): block is ToolResultBlock => block.type === 'tool_result';

function emptied(block: ToolResultBlock): ToolResultBlock {
  const isShort = typeof block.content === 'string' && block.content.length <= CLEARED.length;
  return isShort ? block : Object.freeze({ ...block, content: CLEARED });
}
