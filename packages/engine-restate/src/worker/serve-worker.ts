import {
  createSecureServer,
  createServer,
  type Http2SecureServer,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type ServerHttp2Session,
} from 'node:http2';
import type { Plan } from '@loadout/core/run';
import { openPort } from '@loadout/node';
import { approvalObject } from '../approval/approval-object.js';
import { budgetObject } from '../budget/budget-object.js';
import { WorkerBudgets } from '../budget/worker-budgets.js';
import { EngineSignatures } from '../door/engine-signature.js';
import { publicIdentity } from '../door/identity.js';
import { OWN_HOSTS, workerCertificate } from '../door/worker-certificate.js';
import { register } from '../engine/admin.js';
import { ask, type EngineAddress, engineAt } from '../engine/request.js';
import { errors } from '../errors.js';
import { connectionsOf } from '../fence/lost-connections.js';
import { type Fence, startFence } from '../fence/start-fence.js';
import { LiveFeeds } from '../live/live-feeds.js';
import { liveRequests } from '../live/serve-live.js';
import { loadRestate, type Restate } from '../load-restate.js';
import { serviceOf } from '../names.js';
import { checkLabel, needsKey } from '../needs.js';
import { planHash, shortHash } from '../plan-hash.js';
import { scheduleObject } from '../schedule/schedule-object.js';
import { sessionObject } from '../session/session-object.js';
import { Slots } from '../session/slots.js';
import type { WorkerParts } from '../session/worker-parts.js';
import { seekRuns } from './seek-runs.js';

export interface WorkerOptions
  extends Pick<WorkerParts, 'env' | 'dir' | 'labels' | 'options' | 'schedule' | 'tell' | 'workspaces'> {
  readonly plan: Plan;
  /** Returns the hash of the code that the plan runs, as it is now: `codeHash` of `@loadout/lock`. */
  readonly code: () => Promise<string>;
  readonly engine: EngineAddress;
  readonly concurrency: number;
  readonly host: string;
  readonly port: number;
  /** The address at which the engine reaches the worker. Default: its host and port. A worker with another address does not encrypt. */
  readonly advertise?: string | undefined;
  /** The public keys of engines that may call the worker. Empty: the one that signs with the key of the engine, as `engine dev` does. */
  readonly identityKeys: readonly string[];
  /**
   * The worker and its child processes are killed when the worker was stopped for this time, and a connection is closed when the
   * engine was silent for it. Must be shorter than the time after which the engine gives up a silent worker.
   */
  readonly fenceMs: number;
}

export interface Worker {
  readonly url: string;
  readonly hash: string;
  /** Ends the connection to the engine. The runs end with their child processes, and continue on the next worker. */
  close(): Promise<void>;
}

/** Serves the agents of a plan to an engine. Throws ENGINE_PORT, ENGINE_NO_IDENTITY, ENGINE_IDENTITY_KEY, ENGINE_UNREACHABLE, ENGINE_AGENT_NAME, ENGINE_LABEL. */
export async function serveWorker(options: WorkerOptions): Promise<Worker> {
  const { host, identityKeys, labels } = options;
  if (!OWN_HOSTS.includes(host) && identityKeys.length === 0) throw errors.ENGINE_NO_IDENTITY({ host });
  for (const label of labels) checkLabel(label);
  // The SDK is loaded first: a busy machine may take longer for it than the fence lets a worker be silent.
  const restate = await loadRestate();
  const fence = startFence({ env: options.env, mostMs: options.fenceMs });
  // A plugin may give its child processes the environment of this process.
  Object.assign(process.env, fence.env);
  try {
    return await serve(options, { restate, fence });
  } catch (error) {
    fence.close();
    throw error;
  }
}

async function serve(
  options: WorkerOptions,
  { restate, fence }: { readonly restate: Restate; readonly fence: Fence },
): Promise<Worker> {
  const { plan, host, labels } = options;
  const worker = partsOf(options, { fence, code: await options.code() });
  const { hash, slots, budgets, live, tell } = worker;
  const agents = Object.keys(plan.agents);
  const own = `/${shortHash(hash)}`;
  // Another program that takes the port of a worker that is gone cannot prove to the engine that it has the key.
  const isProven = options.identityKeys.length === 0 && options.advertise === undefined;
  const open = isProven ? createSecureServer.bind(undefined, workerCertificate(worker.engine.key)) : createServer;
  const server = open(requestsTo(answerOf(restate, worker), { live, own, signatures: signaturesFor(worker, options) }));
  const connections = connectionsOf(server, { mostMs: options.fenceMs });
  const port = await openPort(server, options).catch((cause: Error) => {
    throw errors.ENGINE_PORT({ host, port: options.port, problem: cause.message }, { cause });
  });
  const url = options.advertise?.replace(/\/+$/, '') ?? `${isProven ? 'https' : 'http'}://${host}:${port}`;
  const address = { url: url + own, liveKey: live.key };
  const { admin } = worker.engine;
  const stop = new AbortController();
  let seeking: Promise<void> | undefined;
  const close = async () => {
    stop.abort();
    await closeServer(server, connections);
    await seeking;
    await slots.whenEmpty();
    await budgets.close();
    fence.close();
  };
  try {
    // The first answer tells the time by which the signatures of the engine are read.
    await ask(admin, '/version');
    // A worker that cannot hold money would fail each run at its first request.
    if (plan.budgets?.length) await budgets.checkConnection();
    const { id: deployment } = await register(admin, address);
    const keys = [undefined, ...labels].map((label) => needsKey({ plan: hash, label }));
    seeking = seekRuns({ admin, ...address, deployment, services: agents.map(serviceOf), keys, slots, tell }, stop.signal);
  } catch (error) {
    await close();
    throw error;
  }
  return { url, hash, close };
}

function partsOf(options: WorkerOptions, { fence, code }: { readonly fence: Fence; readonly code: string }): WorkerParts {
  const { plan, concurrency } = options;
  const engine = engineAt(options.engine);
  return {
    ...options,
    engine,
    env: { ...options.env, ...fence.env },
    tag: fence.tag,
    hash: planHash(plan, code),
    isChanged: async () => (await options.code()) !== code,
    slots: new Slots(concurrency),
    budgets: new WorkerBudgets({ ingress: engine.ingress, plan }),
    live: new LiveFeeds(),
  };
}

function signaturesFor({ engine: { key, clock } }: WorkerParts, { identityKeys }: WorkerOptions): EngineSignatures {
  return new EngineSignatures(identityKeys.length > 0 ? identityKeys : [publicIdentity(key)], () => clock.now());
}

/** Answers the engine with the objects that every worker offers, and with the agents of the plan. */
function answerOf(restate: Restate, worker: WorkerParts): Answer {
  const { plan, engine } = worker;
  const { key } = engine;
  const common = [approvalObject(restate, key), budgetObject(restate, key), scheduleObject(restate, key)];
  const agents = Object.keys(plan.agents).map((agent) => sessionObject({ restate, worker, agent }));
  return restate.createEndpointHandler({ services: [...common, ...agents], logger: () => {} });
}

type Answer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/**
 * One port for the engine and for those who listen to runs. The engine knows each worker with its plan, so a run of another plan, whose
 * worker was at this address before, is refused before anything of it is replayed.
 */
function requestsTo(answerEngine: Answer, { live, own, signatures }: Served): Answer {
  const answerListener = liveRequests(live);
  return (request, response) => {
    if (!request.url.includes(`${own}/`)) response.writeHead(421).end();
    else if (answerListener(request, response)) return;
    // The engine signs its requests. All others get 401, whatever they ask.
    else if (signatures.accept(request.headers, request.url)) answerEngine(request, response);
    else response.writeHead(401).end();
  };
}

interface Served {
  readonly live: LiveFeeds;
  /** The path of the plan. */
  readonly own: string;
  readonly signatures: EngineSignatures;
}

function closeServer(server: Http2Server | Http2SecureServer, connections: ReadonlySet<ServerHttp2Session>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  for (const connection of connections) connection.destroy();
  return closed;
}
