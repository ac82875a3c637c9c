/** One answer of a mock API, whatever its wire. Blocks come in the order thinking, text, tools, blocks. */
export interface Reply {
  /** A list is the text split into these deltas. */
  readonly text?: string | readonly string[] | undefined;
  /** Its signature is `sig-mock` unless given. */
  readonly thinking?: string | { readonly thinking: string; readonly signature: string } | undefined;
  readonly tools?: readonly ReplyTool[] | undefined;
  /** Raw blocks of the Messages API, also of made-up types; other wires write those that they know. Those that the API streams in deltas are streamed so, the rest come whole. */
  readonly blocks?: readonly RawBlock[] | undefined;
  /** Replaces the whole stream with these events, as they are. For streams that no server should send. */
  readonly events?: readonly RawEvent[] | undefined;
  /** Replaces the whole stream with this text. Understood for every wire; `events` are written as the Messages API does. */
  readonly stream?: string | Uint8Array | undefined;
  /** The encoding of the answer's body, as of a gateway that compresses unasked. */
  readonly encoding?: 'gzip' | undefined;
  /** Default: `tool_use` when there is a tool, else `end_turn`. */
  readonly stopReason?: string | undefined;
  /** In the terms of the Messages API: cached tokens stand beside `input_tokens`. `null`: the server reports no usage. */
  readonly usage?: Readonly<Record<string, unknown>> | null | undefined;
  readonly model?: string | undefined;
  /** Characters in one delta of text, thinking and input JSON. Default: all of a block in one delta. */
  readonly chunkChars?: number | undefined;
  /** Milliseconds before the first byte, and between blocks. */
  readonly latency?: { readonly first?: number | undefined; readonly between?: number | undefined } | undefined;
  /** Awaited after each block, with the block's index when it is a function: the stream stays open meanwhile. */
  readonly hold?: Promise<void> | ((blockIndex: number) => Promise<void>) | undefined;
  readonly fault?: Fault | undefined;
}

export interface ReplyTool {
  readonly name: string;
  readonly input?: unknown;
  /** Default: unique in this process. */
  readonly id?: string | undefined;
  /** The input's JSON as it is sent, also when it is not JSON. A list is split into these deltas. */
  readonly rawInput?: string | readonly string[] | undefined;
  /** More fields of the call, where the wire has room for them. */
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export interface RawBlock {
  readonly type: string;
  readonly [field: string]: unknown;
}

export interface RawEvent {
  readonly type: string;
  readonly [field: string]: unknown;
}

export type Fault =
  /** An answer with this status. Default body: the API's error object for that status. */
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>> | undefined;
    }
  /** The connection is destroyed after that many complete blocks. */
  | { readonly cutAfterBlocks: number }
  /** The connection is destroyed after that many bytes of the stream. */
  | { readonly cutAfterBytes: number }
  /** An `error` event in the stream, after that many blocks (default 0). `type`: default the API's name for the status, which is 500. */
  | {
      readonly errorEvent: {
        readonly type?: string | undefined;
        readonly status?: number | undefined;
        readonly message: string;
      };
      readonly afterBlocks?: number | undefined;
    }
  /** Silence after that many blocks until the client leaves, or pieces that mean nothing. */
  | { readonly silentAfterBlocks: number; readonly sends: 'nothing' | 'comments' }
  /** The request is taken and never answered. */
  | 'hang'
  /** The blocks are sent again and again until the client leaves. */
  | 'endless';

/** A text in deltas of at most `size` characters; in one if there is no size, in none if it is empty. */
export function cutText(text: string, size: number | undefined): readonly string[] {
  if (size === undefined || text.length <= size) return text === '' ? [] : [text];
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
}
