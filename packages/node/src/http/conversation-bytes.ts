/** One message in JSON. Empty text: nothing is sent for it. */
export interface MessageJson {
  readonly text: string;
  /** The text before the place where something may be put in later. */
  readonly beforeMark?: string | undefined;
}

export interface SentBytes {
  /** The messages, each followed by a comma. Only `length` bytes are in use, and these never change: a request sends them as they are. */
  readonly buffer: Buffer;
  readonly length: number;
  /** For each message, where in `buffer` its mark is; -1 where it has none. */
  readonly markAt: readonly number[];
}

interface Kept {
  readonly messages: object[];
  readonly ends: number[];
  readonly markAt: number[];
  buffer: Buffer;
}

const FIRST_BYTES = 4096;

/**
 * The JSON of a conversation's messages as bytes: a turn serialises the new messages, and the rest is not copied. The first message is the
 * key, so the bytes are collected with the conversation. Messages are frozen, so the same object always has the same bytes.
 */
export class ConversationBytes<Message extends object> {
  readonly #jsonOf: (message: Message) => MessageJson;
  readonly #kept = new WeakMap<Message, Kept>();

  constructor(jsonOf: (message: Message) => MessageJson) {
    this.#jsonOf = jsonOf;
  }

  of(messages: readonly Message[]): SentBytes {
    const [first] = messages;
    const bytes = (first && this.#kept.get(first)) ?? {
      messages: [],
      ends: [],
      markAt: [],
      buffer: Buffer.allocUnsafeSlow(FIRST_BYTES),
    };
    if (first !== undefined) this.#kept.set(first, bytes);
    let same = 0;
    while (same < messages.length && same < bytes.messages.length && bytes.messages[same] === messages[same]) same++;
    if (same < bytes.messages.length) takeBack(bytes, same);
    for (const message of messages.slice(same)) append(bytes, message, this.#jsonOf(message));
    return { buffer: bytes.buffer, length: bytes.ends.at(-1) ?? 0, markAt: bytes.markAt };
  }
}

/** Goes back to the first messages. A request with the others may still be under way, so that new ones go to other memory. */
function takeBack(bytes: Kept, count: number): void {
  for (const list of [bytes.messages, bytes.ends, bytes.markAt]) list.length = count;
  const end = bytes.ends.at(-1) ?? 0;
  const other = Buffer.allocUnsafeSlow(bytes.buffer.length);
  bytes.buffer.copy(other, 0, 0, end);
  bytes.buffer = other;
}

function append(bytes: Kept, message: object, { text, beforeMark }: MessageJson): void {
  const start = bytes.ends.at(-1) ?? 0;
  const sent = text === '' ? '' : `${text},`;
  const end = start + Buffer.byteLength(sent);
  if (end > bytes.buffer.length) {
    const larger = Buffer.allocUnsafeSlow(Math.max(end, bytes.buffer.length * 2));
    bytes.buffer.copy(larger, 0, 0, start);
    bytes.buffer = larger;
  }
  bytes.buffer.write(sent, start);
  bytes.messages.push(message);
  bytes.ends.push(end);
  bytes.markAt.push(beforeMark === undefined ? -1 : start + Buffer.byteLength(beforeMark));
}
