import type { Block, ToolResultBlock, Usage } from '@loadout/core/model';
import { isWireName, type SettledCall } from '@loadout/core/run';
import { defined } from '@loadout/node';
import { toolUseResult } from '../sessions/tool-use-result.js';
import { apiUsage, NO_USAGE } from './usage.js';

/** A message before the engine adds its session, and its uuid unless the message has its own. */
export type Frame = { readonly type: string; readonly uuid?: string } & Readonly<Record<string, unknown>>;

export const assistantFrame = ({
  id,
  model,
  requestId,
  block,
  usage,
}: {
  readonly id: string;
  readonly model: string;
  readonly requestId?: string | undefined;
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
    context_management: null,
  },
  timestamp: new Date().toISOString(),
  ...defined({ request_id: requestId }),
});

export function toolResultFrame(block: ToolResultBlock, call: SettledCall | undefined): Frame {
  return {
    type: 'user',
    message: { role: 'user', content: [inBlocks(block, call)] },
    ...(call === undefined ? {} : { tool_use_result: toolUseResult(call) }),
    timestamp: new Date().toISOString(),
  };
}

/** The report of a denied call. A denial by the program's own callback or by a hook is not reported. */
export function deniedFrames({ id, name, outcome, deniedBy, result }: SettledCall, agentId?: string): readonly Frame[] {
  if (outcome !== 'denied' || deniedBy !== undefined) return [];
  return [
    {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: name,
      tool_use_id: id,
      ...defined({ agent_id: agentId }),
      message: result.content,
    },
  ];
}

/**
 * Formats a result as programs expect it: from an MCP server a list of blocks, even for a single text (CTRL-15), and from Bash
 * whether it failed.
 */
function inBlocks(block: ToolResultBlock, call: SettledCall | undefined): ToolResultBlock {
  const { content } = block;
  if (call?.name === 'Bash') return { ...block, is_error: block.is_error ?? false };
  if (typeof content !== 'string' || block.is_error === true || call === undefined || !isWireName(call.name)) return block;
  return { ...block, content: [{ type: 'text', text: content }] };
}
