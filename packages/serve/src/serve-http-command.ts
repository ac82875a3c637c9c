import { plural } from '@loadout/command';
import { openLog, type RunWatcher, watchedBy } from '@loadout/command/runs';
import { type CommandHost, type CommandPlan, defineCommand } from '@loadout/core/commands';
import { PageKeys } from '@loadout/node';
import { namedAgent } from '@loadout/runner';
import { sessionFolder } from '@loadout/sessions';
import { Agents, pick } from './agents.js';
import { definition, type ServeFlags } from './definition.js';
import { EngineRuns } from './engine-runs.js';
import { LOCAL_HOSTS, readToken } from './guard.js';
import type { HttpRuns } from './http-runs.js';
import { listen } from './listen.js';
import { loadEngine } from './load-engine.js';
import { Metrics } from './metrics.js';
import { EngineNotices } from './notify/engine-notices.js';
import { runNotices } from './notify/run-notices.js';
import { onSignals } from './on-signals.js';
import { pageAddress, talkPage } from './page/served-page.js';
import { RecordedRuns } from './recorded-runs.js';
import { ServedRuns } from './served-runs.js';

const MOST_RUNS = 5;
/** The time in which the address of the page can be opened: it stands in the output of the command, which may be kept. */
const OPEN_MS = 15 * 60_000;

/**
 * Serves runs. Exits with 0 when it is told to end and all runs have ended, otherwise with the code of the signal that
 * interrupted them.
 */
export default defineCommand(definition, async ({ positionals: [only], flags }, io) => {
  const host = flags.host ?? '127.0.0.1';
  const token = readToken(flags, { env: io.env, host });
  const loaded = await io.load(flags, { runs: true, agent: only });
  if (only !== undefined) namedAgent(loaded.plan, only);
  const log = flags.log === undefined ? undefined : openLog(flags.log, io);
  const metrics = new Metrics();
  let base = '';
  const notices = runNotices(loaded.plan, io, () => base);
  const watcher = watchedBy([metrics, notices, ...(log === undefined ? [] : [log])]);
  const parts = { loaded, flags, io, only, watcher, notices };
  const page = flags.ui ? await talkPage(token === undefined ? undefined : new PageKeys({ openMs: OPEN_MS })) : undefined;
  const { runs, interrupt, end } = flags.engine ? await engineRuns(parts) : localRuns(parts);
  const hosts = [...LOCAL_HOSTS, host, ...flags['allowed-host']];
  const onFault = (error: Error) => io.tell(`note: ${error.message}\n`);
  io.keepServing();
  const port = flags.port === undefined ? undefined : Number(flags.port);
  const endpoint = await listen({ runs, metrics, token, hosts, page, refused: watcher.refused }, { host, port, onFault });
  base = endpoint.url;
  const signals = onSignals(io, { busy: () => runs.running, interrupt });
  io.tell(`Serving ${only ?? plural(Object.keys(loaded.plan.agents).length, 'agent')} at ${endpoint.url}\n`);
  if (page !== undefined) io.tell(`Open ${pageAddress(endpoint.url, page)}\n`);
  if (token === undefined) io.tell('note: No token is required. Every program on this machine can start runs.\n');
  await signals.first;
  await end(() => endpoint.close());
  await notices.close();
  signals.release();
  log?.close();
  return signals.exitCode;
});

interface ServiceParts {
  readonly loaded: CommandPlan;
  readonly flags: ServeFlags;
  readonly io: CommandHost;
  readonly only: string | undefined;
  readonly watcher: RunWatcher;
  readonly notices: RunWatcher;
}

interface Service {
  readonly runs: HttpRuns;
  readonly interrupt: () => void;
  /** Ends the runs of this process, then the endpoint, then the rest. */
  readonly end: (closeEndpoint: () => Promise<void>) => Promise<void>;
}

/** The runs of this process. */
function localRuns({ loaded, flags, io, only, watcher }: ServiceParts): Service {
  const { workspace, sessions } = loaded.plan;
  const agents = new Agents({ loaded, flags, io, only });
  const recorded = new RecordedRuns(sessionFolder({ workspace, dir: sessions.dir, env: io.env }));
  const most = flags['max-runs'] === undefined ? MOST_RUNS : Number(flags['max-runs']);
  const { configDir, agents: all, permissions } = loaded.plan;
  const from = permissions.approvals?.from;
  const named = only === undefined ? all : pick(all, only);
  const runs = new ServedRuns({ agentFor: (name) => agents.get(name), agents: named, configDir, from, most, watcher, recorded });
  const end = async (closeEndpoint: () => Promise<void>) => {
    await runs.drain();
    await closeEndpoint();
    await agents.close();
  };
  return { runs, interrupt: () => runs.interruptAll(), end };
}

/** The runs of an engine, which go on when this process ends. Throws PACKAGE_MISSING. */
async function engineRuns({ loaded: { plan }, io, only, notices }: ServiceParts): Promise<Service> {
  const { codeOf, EngineClient, engineAddress, planHash } = await loadEngine('loadout serve http --engine');
  io.hide(plan.secrets);
  const served = only === undefined ? plan : { ...plan, agents: pick(plan.agents, only) };
  const client = new EngineClient(engineAddress(io.env));
  const runs = new EngineRuns({
    client,
    plan,
    hash: planHash(plan, await codeOf(plan, io.env)),
    agents: Object.keys(served.agents),
    agentFor: (name) => namedAgent(served, name),
  });
  const news = new EngineNotices({ client, runs, notices, tell: (text) => io.tell(text) });
  if (plan.notify !== undefined) void news.follow();
  const end = async (closeEndpoint: () => Promise<void>) => {
    runs.close();
    news.close();
    await closeEndpoint();
  };
  return { runs, interrupt: () => {}, end };
}
