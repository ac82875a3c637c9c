/** A small, fast model for work beside the conversation. Offered by the runner when one is configured; its use counts in the run's. */
export interface SmallModel {
  /** One answer to one prompt, without tools. Contract: throws a model error. */
  ask(request: { readonly prompt: string; readonly system?: string | undefined; readonly signal: AbortSignal }): Promise<string>;
}
