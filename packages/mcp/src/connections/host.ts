import type { McpServerConfig } from '../config/server-config.js';

export type McpListKind = 'tools' | 'resources' | 'prompts';

export interface McpLogEntry {
  readonly server: string;
  readonly level: string;
  readonly message: string;
}

export interface McpNotice {
  readonly server: string;
  readonly level: 'warning' | 'error';
  readonly message: string;
}

/** A server asks the person something. `requestedSchema` is the form; with `mode: 'url'` it is a page to open. */
export interface McpElicitation {
  readonly server: string;
  readonly message: string;
  readonly mode: 'form' | 'url';
  readonly requestedSchema?: unknown;
  readonly url?: string | undefined;
}

export interface McpElicitationAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | string[]>> | undefined;
}

/** A server asks for an answer of the model; `params` are those of `sampling/createMessage`. */
export interface McpSampling {
  readonly server: string;
  readonly params: unknown;
}

export interface McpSamplingAnswer {
  readonly model: string;
  readonly text: string;
  readonly stopReason?: string | undefined;
}

/** Who answers servers. Without `elicit` each question is declined; without `sample` sampling is not offered. Source: MCP-15. */
export interface McpAnswers {
  elicit?(request: McpElicitation, signal: AbortSignal): Promise<McpElicitationAnswer>;
  sample?(request: McpSampling, signal: AbortSignal): Promise<McpSamplingAnswer>;
}

/** What one connection takes from its session. */
export interface ConnectionHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly answers: McpAnswers;
  roots(): readonly string[];
  onListChanged(what: McpListKind): void;
  onLog(entry: McpLogEntry): void;
  /** A fault of the protocol that does not end the connection. */
  onFault(error: Error): void;
}

export interface NamedServer {
  readonly key: string;
  readonly config: McpServerConfig;
}
