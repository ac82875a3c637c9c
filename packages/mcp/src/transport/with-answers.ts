import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import type { AskedRequests } from './asked-requests.js';

export interface AnswerRules {
  readonly asked: AskedRequests;
  /** Whether a request is answered in the response to it, and not in a stream beside it. */
  readonly inPost: boolean;
}

interface Exchange {
  readonly asked: AskedRequests;
  /** The request that this response answers. */
  readonly id: RequestId | undefined;
}

/**
 * A response in which all that should be an answer is one: what is none becomes an error of its request, and so does a response that
 * ends without the answer. The SDK would drop the first and wait for the second (F27).
 */
export async function withAnswers(
  send: () => Promise<Response>,
  { rules, init }: { rules: AnswerRules; init: RequestInit | undefined },
): Promise<Response> {
  const { asked, inPost } = rules;
  const message = init?.method === 'POST' ? messageIn(init.body) : undefined;
  // Before it is sent: a stream beside it may bring the answer first.
  if (message !== undefined) asked.sent(message);
  const request = message !== undefined && 'method' in message && 'id' in message ? (message.id as RequestId) : undefined;
  const refused = () => request !== undefined && asked.fail(request, 'it was refused');
  const response = await send().catch((error) => {
    refused();
    throw error;
  });
  if (response.ok) return checked(response, { asked, id: inPost ? request : undefined });
  refused();
  return response;
}

function checked(response: Response, { asked, id }: Exchange): Response {
  const kind = response.headers.get('content-type') ?? '';
  if (kind.includes('text/event-stream') && response.body !== null)
    return withBody(response, response.body.pipeThrough(events({ asked, id })));
  if (id === undefined) return response;
  if (response.status === 202 || response.body === null || kind === '') return unanswered(id, { response, asked });
  return kind.includes('json') ? withBody(response, response.body.pipeThrough(wholeBody({ asked, id }))) : response;
}

function messageIn(body: unknown): JSONRPCMessage | undefined {
  return typeof body === 'string' && body.startsWith('{') ? (JSON.parse(body) as JSONRPCMessage) : undefined;
}

function unanswered(id: RequestId, { response, asked }: { response: Response; asked: AskedRequests }): Response {
  const failed = asked.fail(id, `the server answered with status ${response.status} and no message`);
  void response.body?.cancel();
  return Response.json(failed);
}

const encoded = (text: string) => new TextEncoder().encode(text);

/** Reads a JSON body as a whole. */
function wholeBody({ asked, id }: Exchange & { readonly id: RequestId }): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  return new TransformStream({
    transform: (chunk) => void chunks.push(chunk),
    flush: (controller) => {
      const text = Buffer.concat(chunks).toString('utf8');
      const messages = asked.read(text);
      const failed = asked.fail(id, `the server answered with something else: ${text.slice(0, 120)}`);
      controller.enqueue(encoded(JSON.stringify(failed === undefined ? messages : [...messages, failed])));
    },
  });
}

const BLANK_LINE = /\r\n\r\n|\n\n|\r\r/;

/** Reads the events of a stream one by one. Only an event whose message is no answer is written anew. */
function events({ asked, id }: Exchange): TransformStream<Uint8Array, Uint8Array> {
  const decoder = new TextDecoder();
  let [held, isResumable] = ['', false];
  const blocks = (text: string): readonly string[] => {
    const isEnded = BLANK_LINE.test(held.slice(-3) + text);
    held += text;
    if (!isEnded) return [];
    const parts = held.split(/(?<=\r\n\r\n|\n\n|\r\r)/);
    held = /(?:\r\n\r\n|\n\n|\r\r)$/.test(parts.at(-1) ?? '') ? '' : (parts.pop() ?? '');
    return parts;
  };
  return new TransformStream({
    transform: (chunk, controller) => {
      for (const block of blocks(decoder.decode(chunk, { stream: true }))) {
        isResumable ||= /^id:/m.test(block);
        controller.enqueue(encoded(checkedEvent(block, asked)));
      }
    },
    flush: (controller) => {
      controller.enqueue(encoded(checkedEvent(held, asked)));
      // A stream with event ids is taken up again.
      const failed = id === undefined || isResumable ? undefined : asked.fail(id, 'the stream of the answer ended without it');
      if (failed !== undefined) controller.enqueue(encoded(`\n\n${eventOf(failed)}`));
    },
  });
}

const eventOf = (message: JSONRPCMessage): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

function checkedEvent(block: string, asked: AskedRequests): string {
  const lines = block.split(/\r\n|\n|\r/);
  const data = lines.flatMap((line) => (/^data:/.test(line) ? [line.replace(/^data: ?/, '')] : [])).join('\n');
  const kind =
    lines
      .find((line) => line.startsWith('event:'))
      ?.slice('event:'.length)
      .trim() ?? 'message';
  if (data === '' || kind !== 'message') return block;
  const messages = asked.read(data);
  const broken = messages.length === 0 ? asked.answeredBy(data) : undefined;
  const failed =
    broken === undefined
      ? undefined
      : asked.fail(broken.id, `the server answered with an event that is not JSON: ${data.slice(0, 120)}`);
  const all = failed === undefined ? messages : [failed];
  if (all.length === 0) return block;
  const id = lines.find((line) => line.startsWith('id:'));
  return `${id === undefined ? '' : `${id}\n`}${all.map(eventOf).join('')}`;
}

/** The response with another body. */
export function withBody(response: Response, body: ReadableStream<Uint8Array>): Response {
  const wrapped = new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  for (const name of ['url', 'redirected', 'type'] as const) Object.defineProperty(wrapped, name, { value: response[name] });
  return wrapped;
}
