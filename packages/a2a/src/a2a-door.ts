import { isLoadoutError, isObject } from '@loadout/core';
import { type Door, type DoorRequest, EventStream, readObject, sendJson, errors as serveErrors } from '@loadout/serve';
import { agentCard } from './agent-card.js';
import { errors } from './errors.js';
import { ANSWERS, type Served, STREAMS } from './methods.js';
import type { Json } from './task.js';

/** Pictures and files come inside the body. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
const CALL =
  'a request of JSON-RPC: {"jsonrpc": "2.0", "id": 1, "method": "SendMessage", "params": {"message": {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": "…"}]}}}';
const CARD = '/.well-known/agent-card.json';

/** A2A 1.0 over JSON-RPC: `POST /a2a/NAME`, its card below it, and the card of the only agent at the root. */
export const a2aDoor: Door = {
  problem: ({ code, message, fix }) => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message, data: { code, fix } } }),
  async answer(request) {
    const { path, method, incoming, outgoing, runs } = request;
    const { agent, isCard } = placeOf(request);
    const wanted = isCard ? 'GET' : 'POST';
    if (method !== wanted) throw serveErrors.HTTP_METHOD({ method, path, methods: [wanted] });
    if (isCard)
      return sendJson(outgoing, { body: agentCard({ agent, description: runs.describe(agent), headers: incoming.headers }) });
    await answerCall(await readObject(incoming, { sends: CALL, most: MAX_BODY_BYTES }), request, agent);
  },
};

/** Throws HTTP_ROUTE for a path or an agent that is not served. */
function placeOf({ path, runs: { agents } }: DoorRequest): { readonly agent: string; readonly isCard: boolean } {
  const isCard = path.endsWith(CARD);
  const [, name] = /^(?:\/a2a(?:\/([^/]+))?)?$/.exec(isCard ? path.slice(0, -CARD.length) : path) ?? ['', ''];
  const agent =
    name === undefined ? (agents.length === 1 ? agents[0] : undefined) : agents.find((one) => encodeURIComponent(one) === name);
  if (agent === undefined) throw serveErrors.HTTP_ROUTE({ path, routes: agents.map((one) => `/a2a/${encodeURIComponent(one)}`) });
  return { agent, isCard };
}

async function answerCall(body: Json, { incoming, outgoing, runs }: DoorRequest, agent: string): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  const served: Served = { runs, agent, gone: gone.signal };
  const { id = null, method, params } = body;
  const reply = (result: Json): Json => ({ jsonrpc: '2.0', id, result });
  try {
    checkCall(body, incoming.headers['a2a-version']);
    const name = String(method);
    if (Object.hasOwn(STREAMS, name)) {
      const answers = await STREAMS[name]?.(params as Json, served);
      const stream = new EventStream(outgoing);
      for await (const answer of answers ?? []) await stream.send(`data: ${JSON.stringify(reply(answer))}\n\n`);
      return stream.end();
    }
    const answer = Object.hasOwn(ANSWERS, name) ? await ANSWERS[name]?.(params as Json, served) : undefined;
    if (answer === undefined)
      throw errors.A2A_METHOD({ method: name.slice(0, 100), rpc: UNSUPPORTED.test(name) ? -32004 : -32601 });
    if (!gone.signal.aborted) sendJson(outgoing, { body: reply(answer) });
  } catch (error) {
    // A server that is full or ends says so by its status.
    if (outgoing.headersSent || !isLoadoutError(error) || error.code === 'HTTP_BUSY' || error.code === 'HTTP_ENDING') throw error;
    const { code, message, fix } = error;
    const rpc = Number(error.values?.rpc ?? -32602);
    sendJson(outgoing, { body: { jsonrpc: '2.0', id, error: { code: rpc, message, data: [{ code, fix }] } } });
  }
}

/** Methods of A2A that are not served. */
const UNSUPPORTED = /^(?:GetExtendedAgentCard|\w+PushNotificationConfigs?)$/;

/** Throws A2A_REQUEST, A2A_VERSION. A request without a version is one of A2A 0.3. */
function checkCall({ jsonrpc, method, params, id }: Json, version: string | string[] | undefined): void {
  const isId = id === undefined || id === null || typeof id === 'string' || Number.isInteger(id);
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !isId)
    throw errors.A2A_REQUEST({ field: 'The request', problem: 'is not a request of JSON-RPC 2.0', rpc: -32600 });
  if (version !== '1.0') throw errors.A2A_VERSION({ found: String(version ?? '0.3') });
  if (!isObject(params)) throw errors.A2A_REQUEST({ field: 'params', problem: 'must be an object' });
}
