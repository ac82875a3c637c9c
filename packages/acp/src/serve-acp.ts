import { type AgentApp, agent, MessageTooLargeError, methods } from '@agentclientprotocol/sdk';
import { Door } from './door.js';
import { errors } from './errors.js';
import { forkRequest } from './fork-request.js';
import { frameStream } from './frame-stream.js';
import { requestError } from './request-error.js';
import type { CommandParts } from './session/project.js';

/** Serves one client until it disconnects, or the signal of the command fires. Throws ACP_CONNECTION for a connection that broke. */
export async function serveAcp(parts: CommandParts): Promise<void> {
  const { signal, frames } = parts.host;
  const door = new Door(parts);
  const connection = appOf(door).connect(frameStream(frames));
  const end = () => connection.close();
  if (signal.aborted) end();
  signal.addEventListener('abort', end, { once: true });
  await connection.closed;
  signal.removeEventListener('abort', end);
  await door.close();
  const { reason } = connection.signal;
  if (reason instanceof MessageTooLargeError) throw errors.ACP_CONNECTION({ problem: reason.message });
}

/** The methods of the protocol, each a call of the door. */
function appOf(door: Door): AgentApp {
  const { session } = methods.agent;
  return agent({ name: 'loadout' })
    .onRequest(methods.agent.initialize, ({ params }) => door.initialize(params))
    .onRequest(methods.agent.authenticate, () => ({}))
    .onRequest(session.new, ({ params, client }) => guarded(door.create(params, client)))
    .onRequest(session.load, ({ params, client }) => guarded(door.open(params, client, { replays: true })))
    .onRequest(session.resume, ({ params, client }) => guarded(door.open(params, client, { replays: false })))
    .onRequest('session/fork', forkRequest, ({ params, client }) => guarded(door.fork(params, client)))
    .onRequest(session.list, ({ params }) => guarded(door.list(params)))
    .onRequest(session.close, ({ params }) => guarded(door.closeSession(params.sessionId)))
    .onRequest(session.setMode, ({ params }) => guarded(door.setMode(params)))
    .onRequest(session.setConfigOption, ({ params }) => guarded(door.setOption(params)))
    .onRequest(session.prompt, ({ params, signal }) => guarded(door.prompt(params, signal)))
    .onNotification(session.cancel, ({ params }) => door.cancel(params.sessionId));
}

/** Passes the result on, or the error in the form of the protocol. */
const guarded = <T>(work: Promise<T>): Promise<T> =>
  work.catch(async (error: unknown) => {
    throw await requestError(error);
  });
