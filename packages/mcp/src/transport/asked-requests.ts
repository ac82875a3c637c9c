import type { JSONRPCErrorResponse, JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';

/**
 * The requests that a server has not answered yet, so that a broken line fails the request it was to answer, at once and not
 * at its timeout.
 */
export class AskedRequests {
  readonly #ids = new Set<RequestId>();

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#ids.add(message.id);
    else if (message.method === 'notifications/cancelled') this.#ids.delete(message.params?.requestId as RequestId);
  }

  received(message: JSONRPCMessage): void {
    if (!('method' in message) && 'id' in message && message.id !== undefined) this.#ids.delete(message.id);
  }

  /** The request that a broken line was to answer: by the id in it, or as the only one that waits. */
  answeredBy(line: string): { readonly id: RequestId; readonly isNamed: boolean } | undefined {
    if (!BROKEN_MESSAGE.test(line) || isJson(line)) return undefined;
    const named = this.#idIn(line);
    if (named !== undefined) return this.#ids.has(named) ? { id: named, isNamed: true } : undefined;
    const [first, ...others] = this.#ids;
    return first === undefined || others.length > 0 ? undefined : { id: first, isNamed: false };
  }

  /** The answer in the place of the broken one; `undefined` when the request has been answered meanwhile. */
  fail(id: RequestId, line: string): JSONRPCErrorResponse | undefined {
    if (!this.#ids.delete(id)) return undefined;
    const message = `the server answered with a line that is not JSON: ${line.slice(0, 120)}`;
    return { jsonrpc: '2.0', id, error: { code: -32_700, message } };
  }

  #idIn(line: string): RequestId | undefined {
    const [, number, text] = /"id"\s*:\s*(?:(\d+)|"([^"\\]*)")/.exec(line) ?? [];
    return number === undefined ? text : Number(number);
  }
}

/** The beginning of an answer. A server that prints its log to stdout prints other objects, or requests of its own. */
const BROKEN_MESSAGE = /^\s*\{\s*"(?:jsonrpc|id|result|error)"(?!.{0,200}"method"\s*:)/s;

function isJson(line: string): boolean {
  try {
    JSON.parse(line);
    return true;
  } catch {
    return false;
  }
}
