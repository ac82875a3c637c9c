import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '@loadout/core';
import { makePluginData } from '@loadout/node';
import type { Transport } from '@modelcontextprotocol/client';
import { type Connectable, kindOf } from '../config/server-config.js';
import { errors } from '../errors.js';
import { bundleFolder } from '../registry/bundle-folder.js';
import { AskedRequests } from '../transport/asked-requests.js';
import { boundedFetch, type FetchRules } from '../transport/bounded-fetch.js';
import { runHeadersHelper } from '../transport/headers-helper.js';
import { StdioTransport } from '../transport/stdio-transport.js';
import type { ConnectionHost, NamedServer } from './host.js';

export interface OpenTransport {
  readonly transport: Transport;
  /** The last output of a server process, and the reason why it ended. Absent for servers without a process. */
  readonly process?: Pick<StdioTransport, 'stderr' | 'ended'> | undefined;
  /** Tells a remote server that the session is over. */
  farewell?: (() => Promise<void>) | undefined;
}

/** The way to one server. Nothing is started or opened before the client starts it. */
export async function createTransport(
  { key, config }: NamedServer,
  { host, onBroken }: { host: ConnectionHost; onBroken: (problem: string) => void },
): Promise<OpenTransport> {
  const kind = kindOf(key, config);
  if (kind === 'stdio') {
    const { command = '', args = [], env = {}, cwd = '.' } = await inBundle({ key, config }, host.stateDir);
    makePluginData(env);
    const transport = new StdioTransport({ command, args, env: { ...host.env, ...env }, cwd: resolve(host.cwd, cwd) });
    return { transport, process: transport };
  }
  const sdk = await import('@modelcontextprotocol/client');
  if (kind === 'sdk') {
    const [transport, far] = sdk.InMemoryTransport.createLinkedPair();
    await (config.instance as Connectable).connect(far);
    return { transport };
  }
  const url = new URL(config.url ?? '');
  const answers = { asked: new AskedRequests(), inPost: kind === 'http' };
  const fetch = boundedFetch({ ...(await fetchRules({ key, config }, { host, onBroken })), answers });
  if (kind === 'sse') return { transport: new sdk.SSEClientTransport(url, { fetch }) };
  const transport = new sdk.StreamableHTTPClientTransport(url, { fetch });
  return { transport, farewell: () => transport.terminateSession() };
}

/** Fills in the folder of a bundle. */
async function inBundle({ key, config }: NamedServer, stateDir: string | undefined): Promise<NamedServer['config']> {
  const { bundle, bundleFile, command, args, env = {} } = config;
  if (bundle === undefined) return config;
  const folder = stateDir === undefined || !/^[0-9a-f]{64}$/.test(bundle) ? undefined : bundleFolder(bundle, stateDir);
  if (folder !== undefined && !existsSync(folder) && bundleFile !== undefined)
    await unpackOwn({ key, bundle, bundleFile }, stateDir);
  if (folder === undefined || !existsSync(folder))
    throw errors.MCP_SERVER_INVALID({ key, problem: `its bundle ${bundle} is not on this machine; fetch it with loadout lock` });
  const text = (value: string) => value.replaceAll('{__dirname}', folder);
  const own = Object.entries(env).map(([name, value]) => [name, text(value)]);
  return { ...config, command: command && text(command), args: args?.map(text), env: Object.fromEntries(own) };
}

interface OwnBundle {
  readonly key: string;
  readonly bundle: string;
  readonly bundleFile: string;
}

/** Unpacks a bundle that is on this machine, if it is the one that was trusted. */
async function unpackOwn({ key, bundle, bundleFile }: OwnBundle, stateDir: string | undefined): Promise<void> {
  const { sha256Of, storeBundle } = await import('../registry/bundle-store.js');
  try {
    const bytes = readFileSync(bundleFile);
    if (sha256Of(bytes) !== bundle) throw new Error(`its SHA-256 is ${sha256Of(bytes)}`);
    await storeBundle(bytes, { stateDir });
  } catch (cause) {
    const problem = `its bundle ${bundleFile} cannot be unpacked: ${messageOf(cause)}`;
    throw errors.MCP_SERVER_INVALID({ key, problem }, { cause });
  }
}

async function fetchRules(
  { key, config }: NamedServer,
  { host, onBroken }: { host: ConnectionHost; onBroken: (problem: string) => void },
): Promise<FetchRules> {
  const helper = config.headersHelper;
  const fixed = config.headers ?? {};
  if (helper === undefined) {
    const { login } = host;
    if (login === undefined) return { headers: async () => fixed, onBroken };
    const headers = async () => ({ ...fixed, ...(await login.headers()) });
    return { headers, renew: (refused) => login.renew(refused), onBroken };
  }
  const run = () => runHeadersHelper(helper, { server: key, url: config.url ?? '', env: host.env, cwd: host.cwd });
  let printed = await run();
  const renew = async () => {
    printed = await run();
    return true;
  };
  return { headers: async () => ({ ...fixed, ...printed }), renew, onBroken };
}
