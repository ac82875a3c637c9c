import type { Frame } from './frame.js';
import { ThinkingFrames } from './thinking-frames.js';

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
