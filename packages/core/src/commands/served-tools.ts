import type { JsonSchema } from '../contract/schema.js';
import type { ToolResult } from '../contract/tool-result.js';
import type { PoolTool } from '../pool/assemble.js';

/** A set of tools to serve, and maybe a whole agent. Each client gets its own session. */
export interface ServedTools {
  readonly name: string;
  readonly version: string;
  /** For the client's model, about the tools as a whole. */
  readonly instructions?: string | undefined;
  /** The agent that `agent_prompt` runs. */
  readonly agent?: ServedAgent | undefined;
  /** Contract: rejects when the session cannot begin; nothing is left of it then. */
  open(listeners: { readonly toolsChanged: () => void }): Promise<ServedSession>;
}

export interface ServedAgent {
  readonly description: string;
  /** The schema of `structuredContent`, if the answer has a structure. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Runs the agent once. Contract: a failure of the run is a result with `isError`. */
  run(task: string, options: CallOptions): Promise<ServedResult>;
}

export interface CallOptions {
  /** Aborted when the client takes the call back, or is gone. */
  readonly signal: AbortSignal;
  /** Absent: the client did not ask. */
  readonly onProgress?: ((message: string) => void) | undefined;
}

export type ServedResult = Pick<ToolResult, 'typedContent' | 'isError' | 'structuredContent'>;

export interface ServedSession {
  readonly pool: { readonly tools: readonly PoolTool[] };
  /**
   * Calls a tool. Contract: a denied or failed call is a result, with its `code`. An exception is reported to the client as a
   * failed call.
   */
  call(
    call: CallOptions & { readonly name: string; readonly input: unknown; readonly id?: string | undefined },
  ): Promise<{ readonly result: ServedResult; readonly code?: string | undefined }>;
  /** Ends it with all that it started. */
  close(): Promise<void>;
}
