import { join } from 'node:path';
import type { AnyTool, Plan } from '@loadout/core';
import { childEnvironment, resolvePlugin, stateDir } from '@loadout/runner';
import { errors } from '../errors.js';
import type { Io } from '../io.js';

/** What is used of the client in `@loadout/mcp`. It is a plugin, so it is found where plugins are and loaded when it is asked for. */
export interface McpClient {
  createMcpConnections(options: ConnectOptions): McpConnections;
  fingerprintServers(options: ConnectOptions): Promise<{
    readonly fingerprints: Readonly<Record<string, Readonly<Record<string, string>>>>;
    readonly problems: Readonly<Record<string, string>>;
  }>;
  logIn(key: string, options: LogInOptions): Promise<void>;
  logOut(key: string, options: Pick<LogInOptions, 'config' | 'stateDir'>): Promise<boolean>;
}

export interface ConnectOptions {
  readonly servers: Readonly<Record<string, ServerEntry>>;
  readonly cwd: string;
  readonly roots: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stateDir: string;
  readonly approved?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onNotice?: ((notice: { readonly server: string; readonly message: string }) => void) | undefined;
}

export type ServerEntry = Readonly<Record<string, unknown>>;

export interface McpConnections {
  settled(): Promise<void>;
  tools(): readonly (AnyTool & { readonly mcp: { readonly tool: string } })[];
  status(): readonly McpStatus[];
  resources(key: string): Promise<{ readonly items: readonly unknown[] }>;
  prompts(key: string): Promise<{ readonly items: readonly unknown[] }>;
  close(): Promise<void>;
}

export interface McpStatus {
  readonly key: string;
  readonly kind: string;
  readonly state: string;
  readonly problem?: string | undefined;
  readonly info?: { readonly name: string; readonly version: string; readonly protocolVersion: string } | undefined;
  readonly quarantined: readonly { readonly name: string; readonly why: string }[];
}

interface LogInOptions {
  readonly config: ServerEntry;
  readonly stateDir: string;
  readonly openUrl: (url: string) => void;
  readonly signal?: AbortSignal | undefined;
}

const USE = '@loadout/mcp';
const NEEDED = ['createMcpConnections', 'fingerprintServers', 'logIn', 'logOut'] as const;

/** Throws PACKAGE_MISSING. */
export async function loadMcpClient(configDir: string, needs: string): Promise<McpClient> {
  const url = resolvePlugin(USE, configDir);
  if (url === undefined) throw errors.PACKAGE_MISSING({ use: USE, needs });
  const loaded = (await import(url)) as Partial<McpClient>;
  if (NEEDED.some((name) => loaded[name] === undefined)) throw errors.PACKAGE_OLD({ use: USE, needs });
  return loaded as McpClient;
}

/** How a run would connect these servers of the plan. */
export function connectOptions(
  plan: Plan,
  { io, keys }: { readonly io: Pick<Io, 'env'>; readonly keys: readonly string[] },
): ConnectOptions {
  const named = keys.flatMap((key) => {
    const server = plan.mcpServers?.[key];
    return server === undefined ? [] : [{ key, server }];
  });
  const approved = named.flatMap(({ key, server }) => (server.approved === undefined ? [] : [[key, server.approved] as const]));
  return {
    servers: Object.fromEntries(named.map(({ key, server }) => [key, server.options])),
    cwd: plan.workspace,
    roots: plan.permissions.additionalDirectories,
    env: childEnvironment(io.env),
    stateDir: join(stateDir(io.env), 'plugins', 'mcp'),
    ...(approved.length === 0 ? {} : { approved: Object.fromEntries(approved) }),
  };
}
