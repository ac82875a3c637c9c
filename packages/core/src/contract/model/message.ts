/**
 * The conversation, in the shapes of the Messages API. A message is frozen once it is part of a conversation: providers may
 * keep what they made of it (its bytes, say) under the object itself.
 */
export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Block[];
}

export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
}

export interface ToolUseBlock {
  readonly type: 'tool_use';
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResultBlock {
  readonly type: 'tool_result';
  readonly tool_use_id: string;
  readonly content: string | readonly unknown[];
  readonly is_error?: boolean;
}

/** Thinking, server tools and whatever comes next: kept in order and sent back untouched. */
export interface OtherBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Block = TextBlock | ToolUseBlock | ToolResultBlock | OtherBlock;
