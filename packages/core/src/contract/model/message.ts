/**
 * A message in the shape of the Messages API. A message is frozen once it is part of a conversation, so a provider may cache
 * values derived from it, such as its bytes, by object identity.
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

/** Any other block, such as thinking or server tools. Loadout keeps these blocks in order and sends them back unchanged. */
export interface OtherBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Block = TextBlock | ToolUseBlock | ToolResultBlock | OtherBlock;
