import { isDeepStrictEqual } from 'node:util';
import { kindOf, type McpServerConfig, type McpTransportKind } from '../config/server-config.js';
import type { QuarantinedTool } from '../tools/server-tools.js';
import type { ServerInfo } from './connection.js';
import type { McpListKind } from './host.js';
import type { McpServerState, ServerLink } from './server-link.js';

export interface McpChange {
  readonly server: string;
  readonly what: McpListKind | 'status';
}

export interface McpServerStatus {
  readonly key: string;
  readonly kind: McpTransportKind | 'invalid';
  readonly state: McpServerState;
  readonly problem?: string | undefined;
  readonly info?: ServerInfo | undefined;
  /** The words of a connected server for the model, if its entry lets them through. */
  readonly instructions?: string | undefined;
  readonly tools: number;
  readonly quarantined: readonly QuarantinedTool[];
}

/** The result of `resources` and `prompts`, and the servers that did not answer. */
export interface McpFound<T> {
  readonly items: readonly T[];
  readonly problems: readonly { readonly server: string; readonly problem: string }[];
}

/** The result of `setServers`. `errors` has an entry for each new server that could not be connected. */
export interface McpServerChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly errors: Readonly<Record<string, string>>;
}

export function statusOfLink({ server, state, problem, connection, listing }: ServerLink): McpServerStatus {
  const instructions = server.config.instructions === false ? undefined : connection?.info.instructions;
  return {
    key: server.key,
    kind: kindOrInvalid(server),
    state,
    ...(problem === '' ? {} : { problem }),
    ...(connection === undefined ? {} : { info: connection.info }),
    ...(instructions === undefined || instructions === '' ? {} : { instructions }),
    tools: listing.tools.length,
    quarantined: listing.quarantined,
  };
}

function kindOrInvalid({ key, config }: ServerLink['server']): McpServerStatus['kind'] {
  try {
    return kindOf(key, config);
  } catch {
    return 'invalid';
  }
}

/** An instance is the same only if it is the same object. */
export function sameConfig(a: McpServerConfig | undefined, b: McpServerConfig | undefined): boolean {
  const plain = (config: McpServerConfig | undefined) => ({ ...config, instance: undefined });
  return a?.instance === b?.instance && isDeepStrictEqual(plain(a), plain(b));
}
