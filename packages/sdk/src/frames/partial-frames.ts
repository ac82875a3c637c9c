import type { Frame } from './frame.js';

interface RawDelta {
  readonly type?: unknown;
  readonly delta?: { readonly type?: unknown; readonly estimated_tokens?: unknown } | undefined;
}

/** Reports how much the model has thought in its current block, by the API's own estimate. */
class ThinkingFrames {
  #tokens = 0;

  /** `event` is an unchanged event of the API. */
  frames(event: unknown): readonly Frame[] {
    const { type, delta } = (event ?? {}) as RawDelta;
    if (type === 'content_block_start') this.#tokens = 0;
    const more = delta?.estimated_tokens;
    if (delta?.type !== 'thinking_delta' || typeof more !== 'number') return [];
    this.#tokens += more;
    return [{ type: 'system', subtype: 'thinking_tokens', estimated_tokens: this.#tokens, estimated_tokens_delta: more }];
  }
}

/**
 * The parts of an answer as the API sends them, without keep-alive events. The message of a block precedes the event that ends
 * the block (LOOP-21).
 */
export class PartialFrames {
  readonly #thinking = new ThinkingFrames();
  #held: Frame | undefined;
  /** The API's id of the message whose events arrive. */
  #id: string | undefined;

  /** `afterMs`: milliseconds since the prompt. */
  frames(event: unknown, afterMs: number): readonly Frame[] {
    const { type, message } = (event ?? {}) as { readonly type?: unknown; readonly message?: { readonly id?: string } };
    if (type === 'message_start') this.#id = message?.id;
    if (type === 'ping') return [];
    const ttft = type === 'message_start' ? { ttft_ms: Math.round(afterMs) } : {};
    const frame: Frame = { type: 'stream_event', event, parent_tool_use_id: null, ...ttft, api_message_id: this.#id };
    const before = [...this.blockTold(), ...this.#thinking.frames(event)];
    if (type !== 'content_block_stop') return [...before, frame];
    this.#held = frame;
    return before;
  }

  /** Returns the events that were held back until the message of the block. */
  blockTold(): readonly Frame[] {
    const held = this.#held;
    this.#held = undefined;
    return held === undefined ? [] : [held];
  }
}
