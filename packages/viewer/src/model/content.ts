/** A block of a message as the viewer shows it. A picture is shown only if its bytes are in the record, never by its address. */
export type BlockContent =
  | { readonly type: 'text' | 'thinking'; readonly text: LongText }
  | { readonly type: 'call'; readonly callId: string; readonly tool: string }
  | { readonly type: 'result'; readonly callId: string; readonly isError: boolean; readonly text: LongText }
  | { readonly type: 'image'; readonly mediaType: string; readonly data?: string | undefined; readonly note?: string | undefined }
  | { readonly type: 'other'; readonly name: string; readonly text: LongText };

/** A text that may be cut in its middle: `head`, then `cut` characters that are missing, then `tail`. */
export interface LongText {
  readonly head: string;
  readonly cut?: number | undefined;
  readonly tail?: string | undefined;
}
