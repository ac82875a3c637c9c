import { messageOf } from '@loadout/core';
import { runChild } from '@loadout/node';
import { errors } from '../errors.js';
import type { Receiver } from './receiver.js';
import { signedHeaders } from './signature.js';

export interface Delivery {
  readonly id: string;
  readonly timestamp: number;
  readonly body: string;
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Brings a message to its receiver once. Throws NOTIFY_FAILED. */
export async function deliver(delivery: Delivery, { url, command, secret }: Receiver, place: Place): Promise<void> {
  if (url !== undefined) return post(url, delivery, { secret, signal: place.signal });
  if (command !== undefined) return start(command, delivery, place);
}

async function post(
  url: string,
  delivery: Delivery,
  { secret, signal }: { readonly secret: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const headers = { 'content-type': 'application/json', ...signedHeaders(delivery, secret) };
  let response: Response;
  try {
    response = await fetch(url, { method: 'POST', headers, body: delivery.body, signal, redirect: 'manual' });
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause.message : messageOf(cause);
    const problem = signal.aborted ? 'it did not answer in time' : `it cannot be reached: ${reason}`;
    throw errors.NOTIFY_FAILED({ problem }, { cause });
  }
  // The answer is not read: it may be without an end.
  await response.body?.cancel();
  if (!response.ok) throw errors.NOTIFY_FAILED({ problem: `it answered with status ${response.status}` });
}

const MOST_BYTES = 2_000;

async function start([file = '', ...args]: readonly string[], { body }: Delivery, { cwd, env, signal }: Place): Promise<void> {
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const exit = await runChild({
    file,
    args,
    cwd,
    env: Object.fromEntries(set),
    stdin: body,
    signal,
    mostBytes: MOST_BYTES,
  }).catch((cause: unknown) => {
    throw errors.NOTIFY_FAILED({ problem: `it cannot be started: ${messageOf(cause)}` }, { cause });
  });
  if (exit.code === 0) return;
  const how = signal.aborted ? 'it took too long' : `it ended with ${exit.signal ?? exit.code}`;
  const said = exit.stderr.trim().slice(0, 300);
  throw errors.NOTIFY_FAILED({ problem: said === '' ? how : `${how}: ${said}` });
}
