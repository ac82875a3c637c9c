import type { ToolSourceSession } from '@loadout/core/run';
import type { ServerLogin } from '../auth/server-login.js';
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

/**
 * Answers requests of servers. Without `elicit`, questions are declined. Without `sample`, sampling requests are refused. Source:
 * MCP-15.
 */
export type McpAnswers = Pick<ToolSourceSession, 'elicit' | 'sample'>;

/** The parts of a session that one connection uses. */
export interface ConnectionHost {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The folder of this plugin's data, with the bundles of servers. */
  readonly stateDir?: string | undefined;
  /** Default: Loadout with the version of this package. */
  readonly clientInfo?: { readonly name: string; readonly version: string } | undefined;
  readonly answers: McpAnswers;
  /** The person's login at this server, where it may have one. */
  readonly login?: ServerLogin | undefined;
  roots(): readonly string[];
  onListChanged(what: McpListKind): void;
  onLog(entry: McpLogEntry): void;
  onWarning(message: string): void;
  /** A fault of the protocol that does not end the connection. */
  onFault(error: Error): void;
}

export interface NamedServer {
  readonly key: string;
  readonly config: McpServerConfig;
}
