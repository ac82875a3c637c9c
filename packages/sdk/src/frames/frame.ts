import { type Block, isWireName, type SettledCall, type ToolResultBlock, type Usage } from '@loadout/core';
import { toolUseResult } from '../sessions/tool-use-result.js';
import { apiUsage, NO_USAGE } from './usage.js';

/** A message before the engine adds its session, and its uuid unless the message has its own. */
export type Frame = { readonly type: string; readonly uuid?: string } & Readonly<Record<string, unknown>>;

export const assistantFrame = ({
  id,
  model,
  block,
  usage,
}: {
  readonly id: string;
  readonly model: string;
  readonly block: Block;
  /** The usage that was known when the message began. Each block of the message repeats it; the values are not a sum. */
  readonly usage?: Usage | undefined;
}): Frame => ({
  type: 'assistant',
  message: {
    id,
    type: 'message',
    role: 'assistant',
    model,
    content: [block],
    stop_reason: null,
    stop_sequence: null,
    usage: usage === undefined ? NO_USAGE : apiUsage(usage),
  },
  timestamp: new Date().toISOString(),
});

export function toolResultFrame(block: ToolResultBlock, call: SettledCall | undefined): Frame {
  return {
    type: 'user',
    message: { role: 'user', content: [inBlocks(block, call)] },
    ...(call === undefined ? {} : { tool_use_result: toolUseResult(call) }),
    timestamp: new Date().toISOString(),
  };
}

/** Formats a result as blocks. Programs expect a list of blocks from an MCP server, even for a single text (CTRL-15). */
function inBlocks(block: ToolResultBlock, call: SettledCall | undefined): ToolResultBlock {
  const { content } = block;
  if (typeof content !== 'string' || block.is_error === true || call === undefined || !isWireName(call.name)) return block;
  return { ...block, content: [{ type: 'text', text: content }] };
}
