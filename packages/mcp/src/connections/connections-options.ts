import type { McpServers } from '../config/server-config.js';
import type { McpFingerprints } from '../tools/fingerprint.js';
import type { McpAnswers, McpNotice } from './host.js';
import type { McpTimings } from './timings.js';

export interface McpConnectionsOptions {
  readonly servers: McpServers;
  /** The session's working directory: where stdio servers run, and the first root. */
  readonly cwd: string;
  /** Working directories beside it. Source: MCP-15. */
  readonly roots?: readonly string[] | undefined;
  /** All that processes get of the environment; a server's own `env` is added. Source: MCP-09. */
  readonly env: Readonly<Record<string, string>>;
  /** For `${NAME}` in the entries. Absent: they are taken as they are. Source: MCP-08. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
  /** The approved tools of each server. A server that is listed here offers only tools that match. Source: MCP-23. */
  readonly approved?: McpFingerprints | undefined;
  /** The folder for logins of HTTP and SSE servers. Absent: logins are not available. Source: MCP-17. */
  readonly stateDir?: string | undefined;
  /** The most that `ready` waits for a server that is not required. Default: its start timeout. */
  readonly patienceMs?: number | undefined;
  /** Whether the model has tools without these servers, so that it can begin before them. */
  readonly hasTools?: boolean | undefined;
  /** Closes everything. */
  readonly signal?: AbortSignal | undefined;
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly answers?: McpAnswers | undefined;
  readonly timings?: Partial<McpTimings> | undefined;
  /** Receives notices for the person that no call reports: a server failed, a tool was left out. */
  onNotice?(notice: McpNotice): void;
  /** Receives what the first request waits for, when that takes long. */
  onWaiting?(message: string): void;
}
