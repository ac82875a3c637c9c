import type { Frame } from './frame.js';

interface RawDelta {
  readonly type?: unknown;
  readonly delta?: { readonly type?: unknown; readonly estimated_tokens?: unknown } | undefined;
}

/** Reports how much the model has thought in its current block, by the API's own estimate. */
export class ThinkingFrames {
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
