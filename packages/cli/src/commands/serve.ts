import { randomBytes } from 'node:crypto';
import { Readable, type Writable } from 'node:stream';
import { printable } from '@loadout/command';
import { openLog, permissionOverrides } from '@loadout/command/runs';
import { nearest, type Plan } from '@loadout/core';
import type { ServedTools } from '@loadout/mcp';
import { createAgent, noModel, onlyAgent, redactor } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { serveMcp } from '../arguments/definitions.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadPackage } from '../load/load-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { takeOutput } from '../serve/protocol-output.js';
import { readPort } from '../serve/read-port.js';
import { servedAgent } from '../serve/served-agent.js';
import { keepServing } from '../signals/keep-serving.js';
import { onInterrupt } from '../signals/on-interrupt.js';
import { version } from '../version.js';
import type { Command } from './command.js';

type Flags = Arguments<typeof serveMcp>['flags'];

type McpPackage = typeof import('@loadout/mcp');

/** Serves MCP clients. Exits with 0, whether the client disconnects or a signal arrives. */
export const execute: Command<typeof serveMcp> = async ({ positionals: [name], flags }, io) => {
  const http = httpOptions(flags, io);
  const loaded = await loadPlan(flags, { io, wish: { agent: name } });
  const { plan } = loaded;
  tellWarnings(loaded, io);
  const { configDir } = plan;
  const mcp = await loadPackage('@loadout/mcp', { configDir, needs: 'loadout serve mcp', names: ['serveStdio', 'serveHttp'] });
  const agentName = name ?? onlyAgent(plan);
  checkNeeds(loaded, agentName, { env: io.env, profile: flags.profile });
  const plugin = flags.plugin === undefined ? undefined : mountOf(plan, flags.plugin);
  const stopped = new AbortController();
  // Output is taken over before the first code of a plugin runs.
  const stdout = takeOutput(io);
  const { release } = onInterrupt(io, () => stopped.abort());
  const agent = await createAgent({
    plan,
    agent: agentName,
    env: io.env,
    permissions: permissionOverrides(flags),
    onlyMount: plugin,
    // A plugin's tools call only the small model.
    model: plugin !== undefined && plan.smallModel === undefined ? noModel : undefined,
  });
  io.hideToo(redactor(agent.spec.secrets));
  const notice = (message: string) => io.tell(`note: ${printable(message)}\n`);
  for (const message of agent.notices) notice(message);
  const watcher = flags.log === undefined ? undefined : openLog(flags.log, io);
  const { description } = plan.agents[agentName] ?? {};
  const served = servedAgent(agent, { version: version(), plugin, description, notice, watcher });
  const unwatch = keepServing(io);
  try {
    const serving = { io, notice, signal: stopped.signal };
    await (http === undefined ? overStdio(mcp, served, { ...serving, stdout }) : overHttp(mcp, served, { ...serving, ...http }));
  } finally {
    await served.close();
    await agent.close();
    watcher?.close();
    release();
    unwatch();
  }
  return 0;
};

interface Serving {
  readonly io: Io;
  readonly notice: (message: string) => void;
  readonly signal: AbortSignal;
}

async function overStdio(
  mcp: McpPackage,
  served: ServedTools,
  { io, notice, signal, stdout }: Serving & { readonly stdout: Writable },
): Promise<void> {
  const stdin = Readable.from(io.stdin, { objectMode: false });
  if (io.stdin.isTTY === true) notice('Waiting for an MCP client on standard input. Ctrl+C ends the server.');
  const onFault = (error: Error) => notice(error.message);
  await mcp.serveStdio(served, { stdin, stdout, signal, onFault });
}

interface HttpWish {
  readonly token: string;
  readonly isNew: boolean;
  readonly port: number | undefined;
}

async function overHttp(
  mcp: McpPackage,
  served: ServedTools,
  { io, notice, signal, token, isNew, port }: Serving & HttpWish,
): Promise<void> {
  const endpoint = await mcp.serveHttp(served, { token, port, onFault: (error) => notice(error.message) });
  io.tell(`Serving ${served.name} at ${endpoint.url}\n`);
  if (isNew) io.tell(`Token: ${token}\n`);
  try {
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  } finally {
    await endpoint.close();
  }
}

const LEAST_TOKEN = 16;

function httpOptions(flags: Flags, io: Io): HttpWish | undefined {
  const { port, 'token-env': variable } = flags;
  if (!flags.http) {
    for (const flag of ['port', 'token-env'] as const)
      if (flags[flag] !== undefined) throw errors.USAGE_FLAG_ALONE({ flag: `--${flag}`, needs: '--http' });
    return undefined;
  }
  const wished = port === undefined ? undefined : readPort(port);
  const given = variable === undefined ? undefined : (io.env[variable] ?? '');
  if (variable !== undefined && given !== undefined && (given.length < LEAST_TOKEN || /\s/.test(given)))
    throw errors.SERVE_TOKEN({ variable, length: given.length });
  const token = given ?? randomBytes(32).toString('base64url');
  return { token, isNew: given === undefined, port: wished };
}

/** The mount with this name. A Loadout package may be named without its scope. */
function mountOf(plan: Plan, name: string): string {
  const mounts = plan.plugins.map(({ mount, use }) => ({ mount, use }));
  if (Object.keys(plan.mcpServers ?? {}).length > 0) mounts.push({ mount: 'mcp', use: '@loadout/mcp' });
  const found =
    mounts.find(({ mount }) => mount === name) ?? mounts.find(({ use }) => use === name || use === `@loadout/${name}`);
  const available = mounts.map(({ mount }) => mount);
  if (found === undefined) throw errors.SERVE_PLUGIN_UNKNOWN({ name, nearest: nearest(name, available), available });
  return found.mount;
}
