import type { Position } from '../errors.js';
import type { ModelRequest } from '../model/provider.js';

/** The fields of a request that the configuration of a model sets. */
type Requested = 'maxOutputTokens' | 'thinking' | 'effort' | 'temperature' | 'parallelCalls' | 'betas' | 'promptCache' | 'extra';

export interface ModelPlan extends Pick<ModelRequest, Requested> {
  readonly provider: string;
  /** The provider's own name for the model. */
  readonly id: string;
  /** The size of the window in tokens. If absent, the conversation is compacted only after the provider has refused it. */
  readonly contextWindow?: number | undefined;
  readonly capabilities?: ModelCapabilities | undefined;
  /** US dollars for a million tokens. If absent, the cost of a run is unknown, not zero. */
  readonly price?:
    | {
        readonly input: number;
        readonly output: number;
        readonly cacheWrite?: number | undefined;
        readonly cacheRead?: number | undefined;
        /** Prices for a prompt of more than `over` tokens, including tokens read from the cache. */
        readonly long?: { readonly over: number; readonly input: number; readonly output: number } | undefined;
      }
    | undefined;
  /** The price that counts where no table knows one. A project's price, where the settings hold a budget. */
  readonly priceIfUnknown?: ModelPlan['price'];
  readonly position?: Position | undefined;
}

/** The abilities of a model. An absent field is unknown: nothing is refused because of it. */
export interface ModelCapabilities {
  readonly tools?: boolean | undefined;
  readonly images?: boolean | undefined;
  /** PDF documents. */
  readonly documents?: boolean | undefined;
  /** Pictures inside the result of a tool. */
  readonly resultImages?: boolean | undefined;
  /** The values of `thinking.type` that the model takes. Empty: it does not think. */
  readonly thinking?: readonly ('adaptive' | 'enabled' | 'disabled')[] | undefined;
  /** The values of `effort` that the model takes. Empty: it takes none. */
  readonly effort?: readonly string[] | undefined;
  readonly temperature?: boolean | undefined;
  readonly parallelCalls?: boolean | undefined;
}
