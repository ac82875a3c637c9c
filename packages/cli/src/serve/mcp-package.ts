import type { ContentBlock, JsonSchema, PoolTool } from '@loadout/core';
import { resolvePlugin } from '@loadout/runner';
import { errors } from '../errors.js';

/** What is used of `@loadout/mcp`. It is a plugin, so it is found where plugins are and loaded when it is asked for. */
export interface McpPackage {
  serveStdio(
    served: ServedTools,
    options: {
      readonly stdin: NodeJS.ReadableStream;
      readonly stdout: NodeJS.WritableStream;
      readonly signal: AbortSignal;
      readonly onFault: (error: Error) => void;
    },
  ): Promise<void>;
  serveHttp(
    served: ServedTools,
    options: { readonly token: string; readonly port?: number | undefined; readonly onFault: (error: Error) => void },
  ): Promise<{ readonly url: string; close(): Promise<void> }>;
}

export interface ServedTools {
  readonly name: string;
  readonly version: string;
  readonly instructions?: string | undefined;
  readonly agent?: ServedAgent | undefined;
  open(listeners: { readonly toolsChanged: () => void }): Promise<ServedSession>;
}

export interface ServedAgent {
  readonly description: string;
  readonly outputSchema?: JsonSchema | undefined;
  run(task: string, options: CallOptions): Promise<ServedResult>;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: ((message: string) => void) | undefined;
}

export interface ServedResult {
  readonly typedContent: readonly ContentBlock[];
  readonly isError: boolean;
  readonly structuredContent?: unknown;
}

export interface ServedSession {
  readonly pool: { readonly tools: readonly PoolTool[] };
  call(
    call: CallOptions & { readonly name: string; readonly input: unknown; readonly id?: string | undefined },
  ): Promise<{ readonly result: ServedResult; readonly code?: string | undefined }>;
  close(): Promise<void>;
}

const USE = '@loadout/mcp';

/** Throws PACKAGE_MISSING. */
export async function loadMcpPackage(configDir: string): Promise<McpPackage> {
  const url = resolvePlugin(USE, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use: USE, needs: 'loadout serve mcp' });
  const loaded = (await import(url)) as Partial<McpPackage>;
  if (loaded.serveStdio === undefined || loaded.serveHttp === undefined)
    throw errors.PACKAGE_OLD({ use: USE, needs: 'loadout serve mcp' });
  return loaded as McpPackage;
}
