import type { Block, StopReason } from '@loadout/core/model';
import type { ApiUsage } from './usage.js';

/** A part of a block, as the API streams it. */
export type StreamDelta =
  | { readonly type: 'text_delta'; readonly text: string }
  | { readonly type: 'input_json_delta'; readonly partial_json: string }
  | { readonly type: 'thinking_delta'; readonly thinking: string }
  | { readonly type: 'signature_delta'; readonly signature: string }
  | { readonly type: 'citations_delta'; readonly citation: unknown };

/** An event of the Messages API's stream. Events are passed on unchanged, so a newer API may send other types. */
export type StreamEvent =
  | {
      readonly type: 'message_start';
      readonly message: { readonly id: string; readonly model: string; readonly usage: ApiUsage };
    }
  | { readonly type: 'content_block_start'; readonly index: number; readonly content_block: Block }
  | { readonly type: 'content_block_delta'; readonly index: number; readonly delta: StreamDelta }
  | { readonly type: 'content_block_stop'; readonly index: number }
  | {
      readonly type: 'message_delta';
      readonly delta: { readonly stop_reason: StopReason | null; readonly stop_sequence: string | null };
      readonly usage: Partial<ApiUsage>;
    }
  | { readonly type: 'message_stop' };
