import type { Block, Message, Usage } from '@loadout/core/model';

/** Returns a message to the model: a prompt, results, or words of the loop. */
export const userMessage = (content: readonly Block[]): Message =>
  Object.freeze({ role: 'user', content: Object.freeze(content) });

/** Adds a user message. Two user messages in a row become one, since the API refuses them after an interrupted turn. */
export function pushUser(messages: Message[], message: Message): void {
  const last = messages.at(-1);
  if (last?.role === 'user') messages[messages.length - 1] = userMessage([...last.content, ...message.content]);
  else messages.push(message);
}

/** Whether a block of a user's message is a text of a hook or of the loop itself, and no words of the user. */
export const isReminder = (block: Block): boolean => block.type === 'text' && String(block.text).startsWith('<system-reminder>');

/** Returns the tokens in the window after a turn: the whole request, cached or not, and the answer. */
export const contextTokens = (usage: Usage): number =>
  usage.input_tokens + usage.output_tokens + (usage.cache_creation_input_tokens ?? 0) + (usage.cache_read_input_tokens ?? 0);
