import type { Block, Message, TextBlock, ToolUseBlock } from '../contract/model/message.js';

export const isText = (block: Block): block is TextBlock => block.type === 'text';
export const isToolUse = (block: Block): block is ToolUseBlock => block.type === 'tool_use';

/** Returns the text of all text blocks of a message. */
export function textOf(message: Pick<Message, 'content'>): string {
  return message.content
    .filter(isText)
    .map((block) => block.text)
    .join('');
}
