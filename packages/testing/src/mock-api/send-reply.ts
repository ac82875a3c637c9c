import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Frames, sse, toFrames, toMessage } from './frames.js';
import type { Fault, Reply } from './reply.js';

const STREAM_HEADERS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' };

const TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  408: 'timeout_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export interface Sending {
  readonly response: ServerResponse;
  /** Part of the ids of this answer. */
  readonly id: string;
  readonly streams: boolean;
}

/** Answers one request with a reply, with all that the reply says about time and faults. */
export async function sendReply(reply: Reply, { response, id, streams }: Sending): Promise<void> {
  const { fault } = reply;
  if (fault === 'hang') return;
  if (reply.latency?.first !== undefined) await sleep(reply.latency.first);
  if (fault !== undefined && 'status' in fault) return sendError(fault, response);
  const requestId = { 'request-id': `req_${id}` };
  if (!streams) {
    response.writeHead(200, { 'content-type': 'application/json', ...requestId }).end(JSON.stringify(toMessage(reply, id)));
    return;
  }
  response.writeHead(200, { ...STREAM_HEADERS, ...requestId });
  await sendFrames(framesOf(reply, id), { reply, response });
}

export function sendError(fault: Extract<Fault, { status: number }>, response: ServerResponse): void {
  const { status, headers } = fault;
  const body = fault.body ?? {
    type: 'error',
    error: { type: TYPES[status] ?? 'api_error', message: `mock status ${status}` },
    request_id: 'req_mock',
  };
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_mock', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** A reply without made-up ids reads the same each time, but for the message's own id. */
const kept = new WeakMap<Reply, Frames>();

function framesOf(reply: Reply, id: string): Frames {
  const found = kept.get(reply);
  if (found !== undefined) return found;
  const frames = toFrames(reply, id);
  if (reply.tools?.every((tool) => tool.id !== undefined) ?? true) kept.set(reply, frames);
  return frames;
}

async function sendFrames(frames: Frames, { reply, response }: { reply: Reply; response: ServerResponse }): Promise<void> {
  const { fault, hold, latency } = reply;
  if (typeof fault === 'object' && 'cutAfterBytes' in fault) {
    const all = Buffer.from(frames.start + frames.blocks.join('') + frames.end);
    return cut(all.subarray(0, fault.cutAfterBytes), response);
  }
  if (fault === undefined && hold === undefined && latency?.between === undefined) {
    response.end(frames.start + frames.blocks.join('') + frames.end);
    return;
  }
  response.write(frames.start);
  for (const [index, block] of frames.blocks.entries()) {
    if (endsAfter(index, { fault, response })) return;
    if (index > 0 && latency?.between !== undefined) await sleep(latency.between);
    response.write(block);
    await (typeof hold === 'function' ? hold(index) : hold);
    if (response.destroyed) return;
  }
  if (!endsAfter(frames.blocks.length, { fault, response })) response.end(frames.end);
}

/** Whether a fault ends the stream after that many blocks; if so it has. */
function endsAfter(blocks: number, { fault, response }: { fault: Fault | undefined; response: ServerResponse }): boolean {
  if (typeof fault !== 'object') return false;
  if ('cutAfterBlocks' in fault && fault.cutAfterBlocks <= blocks) {
    cut('', response);
    return true;
  }
  if ('errorEvent' in fault && (fault.afterBlocks ?? 0) <= blocks) {
    response.end(sse({ type: 'error', error: fault.errorEvent }));
    return true;
  }
  return false;
}

/** Sends the last bytes to the client, then closes the connection. */
function cut(last: string | Uint8Array, response: ServerResponse): void {
  response.write(last.length === 0 ? ':\n' : last, () => response.destroy());
}
