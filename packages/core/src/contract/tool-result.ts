/** One piece of a result, in MCP's shapes. `data` and `blob` are base64. */
export type ContentBlock =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource';
      readonly resource: { readonly uri: string; readonly mimeType?: string; readonly text?: string; readonly blob?: string };
    }
  | { readonly type: 'resource_link'; readonly uri: string; readonly name?: string };

/** The return value of a tool. A string is the text. `structuredContent` is for hooks and programs; the model reads `content`. */
export type ToolOutput =
  | string
  | { readonly content: string | readonly ContentBlock[]; readonly isError?: boolean; readonly structuredContent?: unknown };

/** The result of a call: output, refusal or failure, exactly one per tool call. `content` is all text of `typedContent`. */
export interface ToolResult {
  readonly toolUseId: string;
  readonly content: string;
  readonly typedContent: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
}
