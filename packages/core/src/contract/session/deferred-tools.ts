/** A tool of which the model knows only the name. */
export interface DeferredTool {
  readonly name: string;
  readonly description: string;
}

/** The tools whose schemas are sent only on request. Offered by the runner. Source: POOL-12. */
export interface DeferredTools {
  /** Returns the tools that are not loaded yet, in the order of the pool. */
  list(): readonly DeferredTool[];
  /** Lets the model call these tools from the next turn on. Returns the names that could be loaded. */
  load(names: readonly string[]): readonly string[];
}
