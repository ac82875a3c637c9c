export interface ProviderConfig {
  readonly apiKey: string;
  /** Without a slash at the end. */
  readonly baseUrl?: string;
  readonly model: string;
}
