import { cutText } from '../cut-text.js';
import type { RawBlock, Reply, ReplyTool } from '../reply.js';

/** A call of a reply: its JSON in the pieces in which it is sent. */
export interface CallPart {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly json: readonly string[];
  readonly extra: Readonly<Record<string, unknown>>;
}

/** A part of a reply in the terms of OpenAI's APIs. */
export type ReplyPart = { readonly type: 'text' | 'thinking'; readonly deltas: readonly string[] } | CallPart;

/** The parts of a reply in the order thinking, text, tools, blocks. Blocks that these APIs do not have are left out. */
export function replyParts(reply: Reply, id: string): readonly ReplyPart[] {
  const cut = (text: string) => cutText(text, reply.chunkChars);
  const { thinking, text, tools = [], blocks = [] } = reply;
  const callOf = (tool: ReplyTool, index: number): CallPart => {
    const raw = tool.rawInput ?? JSON.stringify(tool.input ?? {});
    const json = typeof raw === 'string' ? cut(raw) : raw;
    return { type: 'call', id: tool.id ?? `call_${id}_${index}`, name: tool.name, json, extra: tool.extra ?? {} };
  };
  const partOf = (block: RawBlock, index: number): readonly ReplyPart[] => {
    if (block.type === 'text') return [{ type: 'text', deltas: cut(String(block.text)) }];
    if (block.type === 'thinking') return [{ type: 'thinking', deltas: cut(String(block.thinking)) }];
    return block.type === 'tool_use' ? [callOf(block as unknown as ReplyTool, tools.length + index)] : [];
  };
  return [
    ...(thinking === undefined
      ? []
      : partOf({ type: 'thinking', ...(typeof thinking === 'string' ? { thinking } : thinking) }, 0)),
    ...(text === undefined ? [] : [{ type: 'text' as const, deltas: typeof text === 'string' ? cut(text) : text }]),
    ...tools.map(callOf),
    ...blocks.flatMap(partOf),
  ];
}

/** The stop reason of a reply in the terms of the Messages API. */
export const stopReasonOf = (reply: Reply): string =>
  reply.stopReason ?? (replyParts(reply, '').some(({ type }) => type === 'call') ? 'tool_use' : 'end_turn');
