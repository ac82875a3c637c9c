/** A small, fast model for work beside the conversation. Offered by the runner if configured. Its usage counts toward the run. */
export interface SmallModel {
  /** Returns one answer to one prompt, without tools. Contract: throws a model error. */
  ask(request: { readonly prompt: string; readonly system?: string | undefined; readonly signal: AbortSignal }): Promise<string>;
}
