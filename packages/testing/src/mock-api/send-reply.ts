import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Fault, Reply } from '../wires/reply.js';
import type { Answering, Frames, Piece, Wire } from '../wires/wire.js';

export interface Sending extends Answering {
  readonly response: ServerResponse;
  readonly wire: Wire;
}

/** Answers one request with a reply, with all that the reply says about time and faults. */
export async function sendReply(reply: Reply, sending: Sending): Promise<void> {
  const { response, wire, id, request } = sending;
  const { fault } = reply;
  if (fault === 'hang') return;
  if (reply.latency?.first !== undefined) await sleep(reply.latency.first);
  if (typeof fault === 'object' && 'status' in fault) return sendError(fault, { response, wire });
  const requestId = { [wire.requestIdHeader]: `req_${id}` };
  if (!wire.streams(request)) {
    response.writeHead(200, { 'content-type': 'application/json', ...requestId });
    response.end(JSON.stringify(wire.message(reply, sending)));
    return;
  }
  const encoding = reply.encoding === undefined ? {} : { 'content-encoding': reply.encoding };
  response.writeHead(200, { 'content-type': wire.contentType, 'cache-control': 'no-cache', ...encoding, ...requestId });
  const frames = reply.stream === undefined ? wire.frames(reply, sending) : { start: '', blocks: [], end: reply.stream };
  if (reply.encoding === 'gzip') response.end(gzipSync(wholeOf(frames)));
  else await sendFrames(frames, { reply, response, wire });
}

interface Refusing {
  readonly response: ServerResponse;
  readonly wire: Wire;
}

export function sendError(fault: Extract<Fault, { status: number }>, { response, wire }: Refusing): void {
  const { status, headers } = fault;
  const body = fault.body ?? wire.errorBody({ status, message: `mock status ${status}` });
  response.writeHead(status, { 'content-type': 'application/json', [wire.requestIdHeader]: 'req_mock', ...headers });
  response.end(typeof body === 'string' ? body : JSON.stringify(body));
}

const wholeOf = ({ start, blocks, end }: Frames): Piece => {
  const pieces = [start, ...blocks, end];
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('');
  return Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
};

interface Streaming extends Refusing {
  readonly reply: Reply;
}

async function sendFrames(frames: Frames, { reply, response, wire }: Streaming): Promise<void> {
  const { fault, hold, latency } = reply;
  if (typeof fault === 'object' && 'cutAfterBytes' in fault)
    return cut(Buffer.from(wholeOf(frames)).subarray(0, fault.cutAfterBytes), response);
  if (fault === 'endless') return sendEndlessly(frames, response);
  if (fault === undefined && hold === undefined && latency?.between === undefined) {
    response.end(wholeOf(frames));
    return;
  }
  response.write(frames.start);
  for (const [index, block] of frames.blocks.entries()) {
    if (endsAfter(index, { fault, response, wire })) return;
    if (index > 0 && latency?.between !== undefined) await sleep(latency.between);
    response.write(block);
    await (typeof hold === 'function' ? hold(index) : hold);
    if (response.destroyed) return;
  }
  if (!endsAfter(frames.blocks.length, { fault, response, wire })) response.end(frames.end);
}

async function sendEndlessly({ start, blocks }: Frames, response: ServerResponse): Promise<void> {
  response.write(start);
  while (!response.destroyed) {
    const hasRoom = blocks.map((block) => response.write(block)).every(Boolean);
    await (hasRoom ? sleep(1) : Promise.race([once(response, 'drain'), once(response, 'close')]));
  }
}

const once = (response: ServerResponse, event: string) => new Promise<void>((resolve) => response.once(event, () => resolve()));

interface Ending extends Refusing {
  readonly fault: Fault | undefined;
}

/** Whether a fault ends the stream after that many blocks; if so it has. */
function endsAfter(blocks: number, { fault, response, wire }: Ending): boolean {
  if (typeof fault !== 'object') return false;
  if ('cutAfterBlocks' in fault && fault.cutAfterBlocks <= blocks) {
    cut('', response);
    return true;
  }
  if ('errorEvent' in fault && (fault.afterBlocks ?? 0) <= blocks) {
    const { status = 500, type, message } = fault.errorEvent;
    response.end(wire.errorFrame({ status, type, message }));
    return true;
  }
  if ('silentAfterBlocks' in fault && fault.silentAfterBlocks <= blocks) {
    if (fault.sends === 'comments') void sendComments(wire.comment ?? '', response);
    return true;
  }
  return false;
}

async function sendComments(comment: Piece, response: ServerResponse): Promise<void> {
  while (!response.destroyed) {
    if (comment.length > 0) response.write(comment);
    await sleep(10);
  }
}

/** Sends the last bytes to the client, then closes the connection. */
function cut(last: Piece, response: ServerResponse): void {
  response.write(last.length === 0 ? ':\n' : last, () => response.destroy());
}
