/** A tool that the model knows by name only. */
export interface DeferredTool {
  readonly name: string;
  readonly description: string;
}

/** The tools whose schemas are not sent until they are asked for. Offered by the runner. Source: POOL-12. */
export interface DeferredTools {
  /** Returns the tools that are not loaded yet, in the order of the pool. */
  list(): readonly DeferredTool[];
  /** From the next turn on the model can call them; gives back the names that were there to be loaded. */
  load(names: readonly string[]): readonly string[];
}
