export interface McpStdioServerConfig {
  readonly type?: 'stdio' | undefined;
  readonly command: string;
  readonly args?: string[] | undefined;
  readonly env?: Record<string, string> | undefined;
  /** The time limit for one request, in milliseconds. */
  readonly timeout?: number | undefined;
  readonly alwaysLoad?: boolean | undefined;
}

export interface McpHttpServerConfig {
  readonly type: 'http' | 'sse';
  readonly url: string;
  readonly headers?: Record<string, string> | undefined;
  readonly timeout?: number | undefined;
  readonly alwaysLoad?: boolean | undefined;
}

/** A server of this process. `instance` is anything with `connect(transport)`. */
export interface McpSdkServerConfigWithInstance {
  readonly type: 'sdk';
  readonly name: string;
  readonly instance: { connect(transport: never): Promise<void> };
  readonly timeout?: number | undefined;
  readonly alwaysLoad?: boolean | undefined;
}

export type McpServerConfig = McpStdioServerConfig | McpHttpServerConfig | McpSdkServerConfigWithInstance;

export interface McpServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'failed' | 'needs-auth' | 'pending' | 'disabled';
  readonly serverInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly error?: string | undefined;
  readonly tools?:
    | readonly {
        readonly name: string;
        readonly description?: string | undefined;
        readonly annotations?: { readonly readOnly?: boolean; readonly destructive?: boolean; readonly openWorld?: boolean };
      }[]
    | undefined;
}

export interface McpSetServersResult {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}
