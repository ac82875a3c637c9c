import { isToolUse, type Message, type ModelRequest, type ToolResultBlock, textOf } from '@loadout/core/model';
import type { SeenResult } from './placeholders.js';
import { type Script, turnAt } from './turn.js';

/**
 * The earlier messages that a turn may refer to. They are read only from the request, so that a resumed session continues at the
 * same turn.
 */
export interface Conversation {
  /** How many answers there have been. */
  readonly answers: number;
  prompt(): string | undefined;
  /** By the name that a call was given with `as`, the latest one; or by its number, from 1. */
  result(name: string): SeenResult | undefined;
}

export function readConversation({ messages }: ModelRequest, script: Script): Conversation {
  const answers = messages.filter((message) => message.role === 'assistant');
  return {
    answers: answers.length,
    prompt: () => lastPrompt(messages),
    result(name) {
      const calls = answers.flatMap((message, index) =>
        message.content.filter(isToolUse).map((use, number) => ({ id: use.id, as: turnAt(script, index)?.tools[number]?.as })),
      );
      const call = /^\d+$/.test(name) ? calls[Number(name) - 1] : calls.findLast((one) => one.as === name);
      return call && findResult(messages, call.id);
    },
  };
}

function lastPrompt(messages: readonly Message[]): string | undefined {
  const prompt = messages.findLast((message) => message.role === 'user' && !message.content.some(isToolResult));
  return prompt && textOf(prompt);
}

const isToolResult = (block: { readonly type: string }): block is ToolResultBlock => block.type === 'tool_result';

function findResult(messages: readonly Message[], id: string): SeenResult | undefined {
  for (const message of messages) {
    const block = message.content.find((one) => isToolResult(one) && one.tool_use_id === id) as ToolResultBlock | undefined;
    if (block !== undefined) return { text: textOfResult(block.content), isError: block.is_error === true };
  }
  return undefined;
}

const textOfResult = (content: ToolResultBlock['content']) =>
  typeof content === 'string' ? content : content.map((part) => (isTextPart(part) ? part.text : '')).join('');

const isTextPart = (part: unknown): part is { readonly text: string } =>
  typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
