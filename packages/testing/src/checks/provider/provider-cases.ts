import type { ModelProvider } from '@loadout/core/model';
import type { Wire } from '../../wires/wire.js';

/** A mock server that a provider is made for. */
export interface ProviderServer {
  /** `http://127.0.0.1:<port>`. */
  readonly url: string;
  /** The credential that the provider must send, and show nowhere. */
  readonly apiKey: string;
  /** How often the provider may send a failed request again. */
  readonly maxRetries: number;
  /** How long the provider must wait for a silent server. */
  readonly timeoutSeconds: number;
}

/** A thing that not every API or provider can do. */
export type ProviderAbility =
  /** Shows the thinking of the model. */
  | 'thinking'
  /** Hands out a call before the message is complete. */
  | 'early calls'
  /** Reports input that is not a JSON object as `malformed`. */
  | 'malformed input'
  /** Reports usage: its server does. */
  | 'usage'
  /** Reports the cached part of the input. */
  | 'cached input'
  /** Tells the failures apart that a stream reports: its server names them. */
  | 'stream errors'
  /** Gives up a server that falls silent by itself. */
  | 'timeout'
  /** Sends a failed request again by itself. */
  | 'retries'
  /** Ends an answer of more than `maxAnswerChars` by itself. */
  | 'answer limit';

export interface ProviderCases {
  /** The streams of the check of cuts end after every so many bytes. Default 1. A prime for a provider that asks slowly. */
  readonly cutStep?: number | undefined;
  /** The API that the provider speaks, played by a mock server. */
  readonly wire: Wire;
  /** Makes the provider of one check. */
  readonly create: (server: ProviderServer) => ModelProvider | Promise<ModelProvider>;
  /** Abilities that the provider or its API lacks, each with the reason. Their checks are left out. */
  readonly without?: Readonly<Partial<Record<ProviderAbility, string>>> | undefined;
}
