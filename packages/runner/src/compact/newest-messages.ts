import { type Block, isText, type Message } from '@loadout/core/model';
import { isReminder } from '@loadout/sessions';
import { isResult } from '../tools/find-tools.js';
import { estimateTokens } from './thresholds.js';

/** The number of newest messages with text that is enough, however short they are. Source: COMPACT-04. */
const ENOUGH_WITH_TEXT = 5;

/**
 * Returns the index of the first message that is kept unchanged. The index is never at tool results, whose calls would be left
 * behind (COMPACT-05). If all of it is too long to keep, the index is the end.
 */
export function newestFrom(messages: readonly Message[], keep: { readonly atLeast: number; readonly atMost: number }): number {
  let from = messages.length;
  let tokens = 0;
  let withText = 0;
  for (let at = messages.length - 1; at >= 0; at--) {
    const message = messages[at];
    if (message === undefined) break;
    tokens += estimateTokens([message]);
    if (tokens > keep.atMost) break;
    if (message.content.some(isSaid)) withText += 1;
    if (message.content.some(isResult)) continue;
    from = at;
    if (tokens >= keep.atLeast || withText >= ENOUGH_WITH_TEXT) break;
  }
  return from;
}

/**
 * Returns the person's last prompt, unchanged, with the reminders beside it. Undefined if the prompt is among the newest
 * messages.
 */
export function lastPrompt(messages: readonly Message[], from: number): readonly Block[] | undefined {
  if (messages.slice(from).some(isPrompt)) return undefined;
  return messages
    .slice(0, from)
    .findLast(isPrompt)
    ?.content.filter((block) => !isResult(block) && !isSummary(block));
}

export const SUMMARY_TAG = 'conversation-summary';

const isPrompt = (message: Message) =>
  message.role === 'user' && message.content.some((block) => !isResult(block) && !isNote(block));
const isSummary = (block: Block) => isText(block) && block.text.startsWith(`<${SUMMARY_TAG}>`);
const isNote = (block: Block) => isSummary(block) || isReminder(block);
const isSaid = (block: Block) => isText(block) && !isNote(block);
