import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';
import type { JSONRPCErrorResponse, JSONRPCMessage, RequestId } from '@modelcontextprotocol/client';
import { depthOf } from '../text/depth-of.js';

/**
 * The requests that a server has not answered yet. What comes in the place of an answer and is none fails its request at once, and
 * not at its timeout.
 */
export class AskedRequests {
  readonly #ids = new Set<RequestId>();

  sent(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message) this.#ids.add(message.id);
    else if (message.method === 'notifications/cancelled') this.#ids.delete(message.params?.requestId as RequestId);
  }

  /** The messages in a text: one, or in an older protocol a batch. Anything but a message is left out (F27). */
  read(text: string): readonly JSONRPCMessage[] {
    const value = jsonIn(text);
    return (Array.isArray(value) ? value : [value]).flatMap((one) => this.#messageOf(one) ?? []);
  }

  #messageOf(value: unknown): JSONRPCMessage | undefined {
    if (!isObject(value)) return undefined;
    const isRight = value.jsonrpc === '2.0';
    if ('method' in value) return isRight ? (value as unknown as JSONRPCMessage) : undefined;
    const id = this.#answeredWith(value);
    // An answer to nothing that was asked: a late one, which the SDK drops, or an object of the server's log.
    if (id === undefined) return isRight ? (value as unknown as JSONRPCMessage) : undefined;
    this.#ids.delete(id);
    const problem = problemWith(value, id);
    if (problem !== undefined) return failure(id, { code: -32_603, message: problem });
    // Fields beyond the protocol are left out: the SDK drops an answer with more.
    const { result, error } = value;
    return { jsonrpc: '2.0', id, ...(error === undefined ? { result } : { error }) } as JSONRPCMessage;
  }

  /** The request that an object answers: by its id, also one of another type, or as the only one that waits. */
  #answeredWith(value: Readonly<Record<string, unknown>>): RequestId | undefined {
    const { id } = value;
    const isAnswer = 'jsonrpc' in value || 'result' in value || 'error' in value;
    if (!isAnswer) return undefined;
    if (typeof id === 'number' || typeof id === 'string')
      return this.#ids.has(id) ? id : [...this.#ids].find((one) => String(one) === String(id));
    return 'jsonrpc' in value ? this.#only() : undefined;
  }

  #only(): RequestId | undefined {
    const [first, ...others] = this.#ids;
    return others.length === 0 ? first : undefined;
  }

  /** The request that a broken line was to answer: by the id in it, or as the only one that waits. */
  answeredBy(line: string): { readonly id: RequestId; readonly isNamed: boolean } | undefined {
    if (!BROKEN_MESSAGE.test(line) || jsonIn(line) !== undefined) return undefined;
    const named = this.#idIn(line);
    if (named !== undefined) return this.#ids.has(named) ? { id: named, isNamed: true } : undefined;
    const only = this.#only();
    return only === undefined ? undefined : { id: only, isNamed: false };
  }

  /** An error in the place of the answer; `undefined` when the request has been answered meanwhile. */
  fail(id: RequestId, problem: string): JSONRPCErrorResponse | undefined {
    return this.#ids.delete(id) ? failure(id, { code: -32_700, message: problem }) : undefined;
  }

  #idIn(line: string): RequestId | undefined {
    const [, number, text] = /"id"\s*:\s*(?:(\d+)|"([^"\\]*)")/.exec(line) ?? [];
    return number === undefined ? text : Number(number);
  }
}

/** A deeper answer is made to end the program that reads it, which walks through it. */
const DEEPEST = 500;

const failure = (
  id: RequestId,
  { code, message }: { readonly code: number; readonly message: string },
): JSONRPCErrorResponse => ({
  jsonrpc: '2.0',
  id,
  error: { code, message, data: BROKEN },
});

const BROKEN = { isBroken: true };

/** Whether an error stands in the place of an answer that was none, so that the server refused nothing. */
export const isBrokenAnswer = (error: unknown): error is Error =>
  error instanceof Error && 'data' in error && isObject(error.data) && error.data.isBroken === true;

/** Why an object is no answer to a request. `undefined`: it is one. */
function problemWith(
  { jsonrpc, id: given, result, error }: Readonly<Record<string, unknown>>,
  id: RequestId,
): string | undefined {
  if (jsonrpc !== '2.0') return `the answer is not a message of JSON-RPC 2.0: its jsonrpc is ${JSON.stringify(jsonrpc)}`;
  // An error that names no request is about the only one that waits.
  const isAboutAll = error !== undefined && (given === null || given === undefined);
  if (given !== id && !isAboutAll) return `the answer has the id ${JSON.stringify(given)}, and the request ${JSON.stringify(id)}`;
  if (result !== undefined && error !== undefined) return 'the answer is both a result and an error';
  if (depthOf(result ?? error, DEEPEST) > DEEPEST) return `the answer is nested deeper than ${DEEPEST} levels`;
  const isError = isObject(error) && Number.isInteger(error.code) && typeof error.message === 'string';
  const isResult = isObject(result) && (result._meta === undefined || isObject(result._meta));
  return isError || isResult ? undefined : 'the answer is neither a result nor an error';
}

/** The beginning of an answer. A server that prints its log to stdout prints other objects, or requests of its own. */
const BROKEN_MESSAGE = /^\s*\{\s*"(?:jsonrpc|id|result|error)"(?!.{0,200}"method"\s*:)/s;
