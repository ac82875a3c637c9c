import { type Block, isToolUse, type Message, type ToolResultBlock } from '@loadout/core/model';
import { isResult } from '../tools/find-tools.js';
import { estimateTokens } from './thresholds.js';

export const CLEARED = '[Old tool result content cleared]';
/** The number of newest results that stay. Source: COMPACT-02. */
const NEWEST_KEPT = 5;

/**
 * Empties all but the newest tool results. Results of the last message stay, since the model has not read them. Other messages
 * stay the same objects. `mayClear` decides by the name of the tool, as the model wrote it. Source: COMPACT-03.
 */
export function clearOldResults(
  messages: readonly Message[],
  mayClear: (tool: string) => boolean = () => true,
): { readonly messages: readonly Message[]; readonly freed: number } {
  const tools = toolsById(messages);
  let toSkip = NEWEST_KEPT;
  let freed = 0;
  const cleared = [...messages];
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined || !message.content.some(isResult)) continue;
    const shown = (block: Block): Block => {
      if (!isResult(block) || toSkip-- > 0 || at === messages.length - 1) return block;
      return mayClear(tools.get(block.tool_use_id) ?? '') ? emptied(block) : block;
    };
    const content = [...message.content].reverse().map(shown);
    content.reverse();
    if (content.every((block, index) => block === message.content[index])) continue;
    const shorter = Object.freeze({ role: message.role, content: Object.freeze(content) });
    freed += estimateTokens([message]) - estimateTokens([shorter]);
    cleared[at] = shorter;
  }
  return { messages: cleared, freed };
}

const toolsById = (messages: readonly Message[]): ReadonlyMap<string, string> =>
  new Map(messages.flatMap((message) => message.content.filter(isToolUse).map(({ id, name }) => [id, name] as const)));

function emptied(block: ToolResultBlock): ToolResultBlock {
  const isShort = typeof block.content === 'string' && block.content.length <= CLEARED.length;
  return isShort ? block : Object.freeze({ ...block, content: CLEARED });
}
