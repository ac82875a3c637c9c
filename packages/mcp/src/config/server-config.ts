import { errors } from '../errors.js';

export type McpTransportKind = 'stdio' | 'http' | 'sse' | 'sdk';

/**
 * The time at which a server is started. Default: before the first request, which waits for it three seconds, and longer only for a
 * first tool; a server whose tools are pinned in `loadout.lock` and known from an earlier start is started at its first call.
 * `eager`: before the first request, which waits for it up to its start timeout. `required`: as `eager`, and the run ends if that
 * fails. `lazy`: at its first use. Source: MCP-06, GAP-G9.
 */
export type McpStart = 'lazy' | 'eager' | 'required';

/** One entry of `mcpServers`, with the names of `.mcp.json`. Source: MCP-01. */
export interface McpServerConfig {
  /** Default: `stdio` with a `command`, `http` with a `url`, `sdk` with an `instance`. `streamable-http` and `streamableHttp` are `http`. */
  readonly type?: McpTransportKind | 'streamable-http' | 'streamableHttp' | undefined;
  /** SHA-256 of the bundle whose folder is `{__dirname}` in command, args and env. `loadout lock` unpacks it. */
  readonly bundle?: string | undefined;
  /** The zip file of this bundle, as a plugin of Claude Code brings it. A start unpacks it if it is not there yet. */
  readonly bundleFile?: string | undefined;
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Relative to the session's. */
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** A shell command that prints a JSON object of headers; run at connect and again after a 401. */
  readonly headersHelper?: string | undefined;
  /** An MCP server object of this process: anything with `connect(transport)`. */
  readonly instance?: unknown;
  readonly name?: string | undefined;
  /** Milliseconds for one request, counted anew at each progress. Below 1000 it is ignored. Default 60,000. Source: MCP-07. */
  readonly timeout?: number | undefined;
  /** Milliseconds for one call, whatever progress it reports; at least `timeout`. Default: 3,600,000. */
  readonly maxTimeout?: number | undefined;
  /** The most milliseconds that the first request waits for its tools, and that a `required` server may take. Default 60,000. */
  readonly startTimeout?: number | undefined;
  readonly start?: McpStart | undefined;
  /** The server's own tool names; `*` matches any characters. */
  readonly tools?: { readonly allow?: readonly string[] | undefined; readonly deny?: readonly string[] | undefined } | undefined;
  /** True to keep the tools out of ToolSearch. A `lazy` server is then started before the first request. */
  readonly alwaysLoad?: boolean | undefined;
  /** If false, the model does not read what the server says about its use. Default `true`. */
  readonly instructions?: boolean | undefined;
  /** The server may have the model answer for it, at the cost of the run. Default `false`. Source: MCP-15. */
  readonly sampling?: boolean | undefined;
  /** Client data for an authorization server that does not register clients itself. Source: MCP-17. */
  readonly oauth?: OAuthClientConfig | undefined;
  readonly disabled?: boolean | undefined;
}

export interface OAuthClientConfig {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
  /** The port of the redirect address on this machine. Default: any free port. */
  readonly callbackPort?: number | undefined;
  /** Parted by spaces. Default: those that the server names. */
  readonly scopes?: string | undefined;
}

export type McpServers = Readonly<Record<string, McpServerConfig>>;

/** Returns the kind of server that an entry describes. Throws MCP_SERVER_INVALID if it describes none. */
export function kindOf(key: string, config: McpServerConfig): McpTransportKind {
  const named = config.type === 'streamable-http' || config.type === 'streamableHttp' ? 'http' : config.type;
  const kind = named ?? guess(config);
  const problem = kind === undefined ? 'it has neither command nor url nor instance' : missing(kind, config);
  if (problem !== undefined) throw errors.MCP_SERVER_INVALID({ key, problem });
  return kind as McpTransportKind;
}

function guess(config: McpServerConfig): McpTransportKind | undefined {
  if (config.command !== undefined) return 'stdio';
  if (config.url !== undefined) return 'http';
  return config.instance === undefined ? undefined : 'sdk';
}

function missing(kind: McpTransportKind, config: McpServerConfig): string | undefined {
  if (kind === 'stdio') return config.command === undefined || config.command === '' ? 'type stdio needs a command' : undefined;
  if (kind === 'sdk') return hasConnect(config.instance) ? undefined : 'type sdk needs an instance with a connect function';
  if (kind !== 'http' && kind !== 'sse') return `its type is ${JSON.stringify(kind)}; expected stdio, http, sse or sdk`;
  const url = config.url ?? '';
  return /^https?:$/.test(protocolOf(url)) ? undefined : `its url is ${JSON.stringify(url)}; expected one with http: or https:`;
}

function protocolOf(url: string): string {
  try {
    return new URL(url).protocol;
  } catch {
    return '';
  }
}

/** Whether a server answers over HTTP, where another attempt may go better. */
export const isRemote = ({ type, command, url }: McpServerConfig): boolean =>
  type === undefined ? command === undefined && url !== undefined : type !== 'stdio' && type !== 'sdk';

export interface Connectable {
  connect(transport: unknown): Promise<void>;
}

const hasConnect = (instance: unknown): instance is Connectable =>
  typeof instance === 'object' && instance !== null && 'connect' in instance && typeof instance.connect === 'function';
