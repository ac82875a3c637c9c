import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { readText } from './read-text.js';

/** An answer whose status is not 2xx. */
export interface Refusal extends Error {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Throws a `Refusal` for an answer whose status is not 2xx. `body`: as it was before a gateway compressed it. */
export async function throwRefusal({ statusCode: status = 0, headers }: IncomingMessage, from: Readable): Promise<void> {
  if (status >= 200 && status < 300) return;
  const body = await readText(from);
  throw Object.assign(new Error(`${status} ${body}`), { status, headers, body });
}

export const isRefusal = (thrown: unknown): thrown is Refusal =>
  thrown instanceof Error && typeof (thrown as Refusal).status === 'number';
