import type { RawBlock, RawEvent, Reply, ReplyTool } from '../reply.js';
import { cutText } from '../reply.js';
import type { Frames } from '../wire.js';

const USAGE = { input_tokens: 100, output_tokens: 20 };

export const sse = (event: RawEvent) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

/** `id` makes the message's and its tools' ids unique. */
export function toFrames(reply: Reply, id: string): Frames {
  if (reply.events !== undefined) return { start: '', blocks: [], end: reply.events.map(sse).join('') };
  const { output_tokens, ...input } = { ...USAGE, ...reply.usage };
  const isCounted = reply.usage !== null;
  const usage = isCounted ? { usage: { ...input, output_tokens: 1 } } : {};
  const message = { ...envelope(reply, id), content: [], stop_reason: null, ...usage };
  return {
    start: sse({ type: 'message_start', message }) + sse({ type: 'ping' }),
    blocks: toBlocks(reply, id).map((block, index) => blockFrames(block, { index, reply })),
    end:
      sse({
        type: 'message_delta',
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        ...(isCounted ? { usage: { output_tokens } } : {}),
      }) + sse({ type: 'message_stop' }),
  };
}

/** Builds the reply for a request that does not stream. */
export function toMessage(reply: Reply, id: string): unknown {
  const content = toBlocks(reply, id).map(({ block, json }) =>
    json === undefined ? block : { ...block, input: JSON.parse(json.join('') || '{}') },
  );
  return { ...envelope(reply, id), content, stop_reason: stopReason(reply), usage: { ...USAGE, ...reply.usage } };
}

const envelope = (reply: Reply, id: string) => ({
  id: `msg_${id}`,
  type: 'message',
  role: 'assistant',
  model: reply.model ?? 'mock-model',
  stop_sequence: null,
});

const stopReason = (reply: Reply) =>
  reply.stopReason ??
  ((reply.tools?.length ?? 0) > 0 || reply.blocks?.some((block) => block.type === 'tool_use') ? 'tool_use' : 'end_turn');

/** A block, and how its text or its input JSON is split where the reply says so. */
interface Split {
  readonly block: RawBlock;
  readonly deltas?: readonly string[];
  readonly json?: readonly string[];
}

function toBlocks(reply: Reply, id: string): Split[] {
  const blocks: Split[] = [];
  const { thinking, text } = reply;
  if (thinking !== undefined)
    blocks.push({
      block: { type: 'thinking', ...(typeof thinking === 'string' ? { thinking, signature: 'sig-mock' } : thinking) },
    });
  if (typeof text === 'string') blocks.push({ block: { type: 'text', text } });
  else if (text !== undefined) blocks.push({ block: { type: 'text', text: text.join('') }, deltas: text });
  for (const [index, tool] of (reply.tools ?? []).entries()) blocks.push(toolBlock(tool, `toolu_${id}_${index}`));
  return [...blocks, ...(reply.blocks ?? []).map((block) => ({ block }))];
}

function toolBlock(tool: ReplyTool, id: string): Split {
  const raw = tool.rawInput ?? JSON.stringify(tool.input ?? {});
  return {
    block: { type: 'tool_use', id: tool.id ?? id, name: tool.name },
    json: typeof raw === 'string' ? [raw] : raw,
  };
}

function blockFrames(split: Split, { index, reply }: { index: number; reply: Reply }): string {
  const cut = (text: string) => cutText(text, reply.chunkChars);
  const json = split.json?.length === 1 ? cut(split.json[0] ?? '') : split.json;
  const { start, deltas } = streamed(split.block, { given: split.deltas, json, cut });
  return (
    sse({ type: 'content_block_start', index, content_block: start }) +
    deltas.map((delta) => sse({ type: 'content_block_delta', index, delta })).join('') +
    sse({ type: 'content_block_stop', index })
  );
}

interface Splitting {
  readonly given: readonly string[] | undefined;
  readonly json: readonly string[] | undefined;
  readonly cut: (text: string) => readonly string[];
}

function streamed(block: RawBlock, { given, json, cut }: Splitting): { start: unknown; deltas: unknown[] } {
  if (block.type === 'text' && typeof block.text === 'string') {
    const deltas = given ?? cut(block.text);
    return { start: { ...block, text: '' }, deltas: deltas.map((text) => ({ type: 'text_delta', text })) };
  }
  if (block.type === 'thinking' && typeof block.thinking === 'string') {
    const deltas = cut(block.thinking).map((thinking) => ({ type: 'thinking_delta', thinking }));
    return {
      start: { ...block, thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature: block.signature }],
    };
  }
  if (block.type === 'tool_use' || block.type === 'server_tool_use') {
    const parts = json ?? cut(JSON.stringify(block.input ?? {}));
    return { start: { ...block, input: {} }, deltas: parts.map((partial_json) => ({ type: 'input_json_delta', partial_json })) };
  }
  return { start: block, deltas: [] };
}
