import type { Block, Message } from '@loadout/core/model';
import { wellFormed } from '@loadout/node/http';

/**
 * The JSON of a conversation's messages as bytes: a turn serialises the new messages and copies the rest. The first message is
 * the key, so the bytes are collected with the conversation. Messages are frozen, so the same object always has the same bytes.
 */
export interface ConversationBytes {
  /** The messages, each followed by a comma. Only `length` bytes are in use, and these never change: a request sends them as they are. */
  readonly buffer: Buffer;
  readonly length: number;
  /** For each message, where in `buffer` a cache marker can be put in; -1 where none can. */
  readonly markAt: readonly number[];
}

interface Kept {
  readonly messages: Message[];
  readonly ends: number[];
  readonly markAt: number[];
  buffer: Buffer;
}

const FIRST_BYTES = 4096;

const kept = new WeakMap<Message, Kept>();

export function conversationBytes(messages: readonly Message[]): ConversationBytes {
  const first = messages[0];
  const bytes = (first && kept.get(first)) ?? { messages: [], ends: [], markAt: [], buffer: Buffer.allocUnsafeSlow(FIRST_BYTES) };
  if (first !== undefined) kept.set(first, bytes);
  let same = 0;
  while (same < messages.length && same < bytes.messages.length && bytes.messages[same] === messages[same]) same++;
  if (same < bytes.messages.length) takeBack(bytes, same);
  for (const message of messages.slice(same)) append(bytes, message);
  return { buffer: bytes.buffer, length: bytes.ends.at(-1) ?? 0, markAt: bytes.markAt };
}

/** Goes back to the first messages. A request with the others may still be under way, so that new ones go to other memory. */
function takeBack(bytes: Kept, count: number): void {
  for (const list of [bytes.messages, bytes.ends, bytes.markAt]) list.length = count;
  const end = bytes.ends.at(-1) ?? 0;
  const other = Buffer.allocUnsafeSlow(bytes.buffer.length);
  bytes.buffer.copy(other, 0, 0, end);
  bytes.buffer = other;
}

function append(bytes: Kept, message: Message): void {
  const blocks = message.content.map((block) => wellFormed(JSON.stringify(sent(block))));
  const marked = message.content.findLastIndex(isCacheable);
  const head = `{"role":${JSON.stringify(message.role)},"content":[`;
  // The marker becomes the block's last field, so it goes in before the block's closing brace.
  const before =
    marked === -1
      ? ''
      : head +
        blocks
          .slice(0, marked + 1)
          .join(',')
          .slice(0, -1);
  const text = `${head}${blocks.join(',')}]},`;
  const start = bytes.ends.at(-1) ?? 0;
  const end = start + Buffer.byteLength(text);
  if (end > bytes.buffer.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(end, bytes.buffer.length * 2));
    bytes.buffer.copy(larger, 0, 0, start);
    bytes.buffer = larger;
  }
  bytes.buffer.write(text, start);
  bytes.messages.push(message);
  bytes.ends.push(end);
  bytes.markAt.push(marked === -1 ? -1 : start + Buffer.byteLength(before));
}

/** Returns the block without the field that is Loadout's own, which the API does not know. */
function sent(block: Block): Block {
  if (!('providerState' in block)) return block;
  const { providerState: _, ...rest } = block;
  return rest as Block;
}

const CACHEABLE = new Set(['text', 'tool_use', 'tool_result', 'image', 'document', 'search_result']);

/** Thinking never takes a marker, and of an unknown block nobody knows. */
const isCacheable = (block: Block): boolean =>
  CACHEABLE.has(block.type) && !('cache_control' in block) && !('text' in block && block.text === '');
