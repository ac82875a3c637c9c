import { plural, printable } from '@loadout/command';
import type { Plan } from '@loadout/core';
import { type Agent, createAgent, redactor, sessionFolder } from '@loadout/runner';
import type { Arguments } from '../arguments/definition.js';
import type { serveHttp } from '../arguments/serve-http-definition.js';
import { errors } from '../errors.js';
import type { Io } from '../io.js';
import { checkNeeds } from '../load/check-needs.js';
import { loadEnginePackage } from '../load/engine-package.js';
import { loadPlan, tellWarnings } from '../load/load-plan.js';
import { permissionOverrides } from '../run/agent-overrides.js';
import { readWholeNumber } from '../run/read-whole-number.js';
import { targetAgent } from '../run/target-agent.js';
import { EngineRuns } from '../serve/http/engine-runs.js';
import { LOCAL_HOSTS } from '../serve/http/guard.js';
import type { HttpRuns } from '../serve/http/http-runs.js';
import { listen } from '../serve/http/listen.js';
import { onSignals } from '../serve/http/on-signals.js';
import { RecordedRuns } from '../serve/http/recorded-runs.js';
import { ServedRuns } from '../serve/http/served-runs.js';
import { readPort } from '../serve/read-port.js';
import { keepServing } from '../signals/keep-serving.js';
import { Metrics } from '../watch/metrics.js';
import { openLog } from '../watch/operator-log.js';
import { type RunWatcher, watchedBy } from '../watch/run-watcher.js';
import type { Command } from './command.js';

type Flags = Arguments<typeof serveHttp>['flags'];

const MOST_RUNS = 5;
const TOKEN = 'LOADOUT_HTTP_TOKEN';
const LEAST_TOKEN = 16;

/**
 * Serves runs. Exits with 0 when it is told to end and all runs have ended, otherwise with the code of the signal that
 * interrupted them.
 */
export const execute: Command<typeof serveHttp> = async ({ positionals: [only], flags }, io) => {
  const host = flags.host ?? '127.0.0.1';
  const token = readToken(flags, { env: io.env, host });
  const port = flags.port === undefined ? undefined : readPort(flags.port);
  const most = flags['max-runs'] === undefined ? MOST_RUNS : readWholeNumber('--max-runs', flags['max-runs']);
  const loaded = await loadPlan(flags, { io, wish: { agent: only } });
  tellWarnings(loaded, io);
  if (only !== undefined) targetAgent(only, { plan: loaded.plan, env: io.env });
  const log = flags.log === undefined ? undefined : openLog(flags.log, io);
  const metrics = new Metrics();
  const watcher = watchedBy(log === undefined ? [metrics] : [metrics, log]);
  const parts = { loaded, flags, io, only, watcher, most };
  const { runs, interrupt, end } = flags.engine ? await engineRuns(parts) : localRuns(parts);
  const hosts = [...LOCAL_HOSTS, host, ...flags['allowed-host']];
  const onFault = (error: Error) => io.tell(`note: ${printable(error.message)}\n`);
  const release = keepServing(io);
  const endpoint = await listen({ runs, metrics, token, hosts, refused: watcher.refused }, { host, port, onFault });
  const signals = onSignals(io, { busy: () => runs.running, interrupt });
  io.tell(`Serving ${only ?? plural(Object.keys(loaded.plan.agents).length, 'agent')} at ${endpoint.url}\n`);
  if (token === undefined) io.tell('note: No token is required. Every program on this machine can start runs.\n');
  await signals.first;
  await end(() => endpoint.close());
  signals.release();
  release();
  log?.close();
  return signals.exitCode;
};

interface ServiceParts {
  readonly loaded: Awaited<ReturnType<typeof loadPlan>>;
  readonly flags: Flags;
  readonly io: Io;
  readonly only: string | undefined;
  readonly watcher: RunWatcher;
  readonly most: number;
}

interface Service {
  readonly runs: HttpRuns;
  readonly interrupt: () => void;
  /** Ends the runs of this process, then the endpoint, then the rest. */
  readonly end: (closeEndpoint: () => Promise<void>) => Promise<void>;
}

/** The runs of this process. */
function localRuns({ loaded, flags, io, only, watcher, most }: ServiceParts): Service {
  const { plan } = loaded;
  const agents = new Agents({
    plan,
    flags,
    io,
    only,
    check: (name) => checkNeeds(loaded, name, { env: io.env, profile: flags.profile }),
  });
  const { workspace, sessions } = plan;
  const recorded = new RecordedRuns(sessionFolder({ workspace, dir: sessions.dir, env: io.env }));
  const runs = new ServedRuns({ agentFor: (name) => agents.get(name), most, watcher, recorded });
  const end = async (closeEndpoint: () => Promise<void>) => {
    await runs.drain();
    await closeEndpoint();
    await agents.close();
  };
  return { runs, interrupt: () => runs.interruptAll(), end };
}

/** The runs of an engine, which go on when this process ends. Throws USAGE_FLAGS_TOGETHER for flags about runs of this process. */
async function engineRuns({ loaded, flags, io, only }: ServiceParts): Promise<Service> {
  const rules = flags.allow.length + flags.ask.length + flags.deny.length;
  if (rules > 0 || flags['permission-mode'] !== undefined)
    throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', rules > 0 ? '--allow, --ask or --deny' : '--permission-mode'] });
  if (flags['max-runs'] !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--engine', '--max-runs'] });
  const { plan } = loaded;
  const { codeOf, EngineClient, engineAddress, planHash } = await loadEnginePackage('loadout serve http --engine');
  io.hideToo(redactor(plan.secrets));
  const served = only === undefined ? plan : { ...plan, agents: pick(plan.agents, only) };
  const runs = new EngineRuns({
    client: new EngineClient(engineAddress(io.env)),
    plan,
    hash: planHash(plan, await codeOf(plan, io.env)),
    agents: Object.keys(served.agents),
    agentFor: (name) => targetAgent(name, { plan: served, env: io.env }),
  });
  const end = async (closeEndpoint: () => Promise<void>) => {
    runs.close();
    await closeEndpoint();
  };
  return { runs, interrupt: () => {}, end };
}

/** Reads the token. Throws HTTP_NO_TOKEN, HTTP_NO_AUTH, SERVE_TOKEN. */
function readToken(flags: Flags, { env, host }: Pick<Io, 'env'> & { readonly host: string }): string | undefined {
  const variable = flags['token-env'] ?? TOKEN;
  if (flags['no-auth']) {
    if (flags['token-env'] !== undefined) throw errors.USAGE_FLAGS_TOGETHER({ flags: ['--no-auth', '--token-env'] });
    if (!LOCAL_HOSTS.includes(host)) throw errors.HTTP_NO_AUTH({ host });
    return undefined;
  }
  const token = env[variable] ?? '';
  if (token === '') throw errors.HTTP_NO_TOKEN({ variable });
  if (token.length < LEAST_TOKEN || /\s/.test(token)) throw errors.SERVE_TOKEN({ variable, length: token.length });
  return token;
}

interface AgentsParts {
  readonly plan: Plan;
  readonly flags: Flags;
  readonly io: Io;
  /** The only served agent. If absent, all agents are served. */
  readonly only: string | undefined;
  readonly check: (name: string) => void;
}

/** The agents of the server. Each is prepared at its first use and kept. */
class Agents {
  readonly #parts: AgentsParts;
  readonly #ready = new Map<string, Promise<Agent>>();

  constructor(parts: AgentsParts) {
    this.#parts = parts;
  }

  async get(wanted: string | undefined): Promise<Agent> {
    const { plan, flags, io, only, check } = this.#parts;
    const served = only === undefined ? plan : { ...plan, agents: only in plan.agents ? pick(plan.agents, only) : {} };
    const name = targetAgent(wanted, { plan: served, env: io.env });
    check(name);
    const make = async () => {
      const made = await createAgent({ plan, agent: name, env: io.env, permissions: permissionOverrides(flags) });
      io.hideToo(redactor(made.spec.secrets));
      return made;
    };
    const agent = this.#ready.get(name) ?? make();
    this.#ready.set(name, agent);
    // After a failure, the next request prepares the agent again.
    agent.catch(() => this.#ready.delete(name));
    return agent;
  }

  async close(): Promise<void> {
    for (const agent of this.#ready.values()) await (await agent.catch(() => undefined))?.close();
  }
}

const pick = <T>(all: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(all).filter(([key]) => key === name));
