/**
 * The part of the AI SDK's provider interface that this package uses, versions 3 and 4 together. Written here by its shape, so
 * that no package of the AI SDK is needed but the one that the user installs.
 */
export interface LanguageModel {
  readonly specificationVersion: 'v3' | 'v4';
  /** A name such as `google.generative-ai`. Its first word is the key of the provider's own options. */
  readonly provider: string;
  readonly modelId: string;
  doStream(options: CallOptions): PromiseLike<{
    readonly stream: ReadableStream<StreamPart>;
    readonly response?: { readonly headers?: Readonly<Record<string, string>> | undefined } | undefined;
  }>;
}

/** Data of a provider by the provider's key. Comes as `providerMetadata`, goes back as `providerOptions`. */
export type ProviderData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface CallOptions {
  readonly prompt: readonly PromptMessage[];
  readonly tools?: readonly unknown[] | undefined;
  readonly maxOutputTokens?: number | undefined;
  readonly temperature?: number | undefined;
  /** Version 4 only. */
  readonly reasoning?: string | undefined;
  readonly includeRawChunks?: boolean | undefined;
  readonly abortSignal?: AbortSignal | undefined;
  readonly providerOptions?: ProviderData | undefined;
  readonly [option: string]: unknown;
}

export interface PromptMessage {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string | readonly PromptPart[];
  readonly providerOptions?: ProviderData | undefined;
}

export interface PromptPart {
  readonly type: string;
  readonly providerOptions?: ProviderData | undefined;
  readonly [field: string]: unknown;
}

/** A part of an answer. The fields are read by the part's type, and what a provider leaves out is `undefined`. */
export interface StreamPart {
  readonly type: string;
  readonly id?: string | undefined;
  readonly delta?: string | undefined;
  readonly providerMetadata?: ProviderData | undefined;
  readonly [field: string]: unknown;
}

export interface ReportedUsage {
  readonly inputTokens?:
    | {
        readonly total?: number | undefined;
        readonly noCache?: number | undefined;
        readonly cacheRead?: number | undefined;
        readonly cacheWrite?: number | undefined;
      }
    | undefined;
  readonly outputTokens?: { readonly total?: number | undefined; readonly reasoning?: number | undefined } | undefined;
}
