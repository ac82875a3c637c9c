import { connect, constants } from 'node:http2';
import { messageOf } from '@loadout/core';
import type { EngineKey } from '../door/engine-key.js';
import { OWN_HOSTS, workerCertificate } from '../door/worker-certificate.js';
import type { WorkerAddress } from '../engine/admin.js';
import { errors } from '../errors.js';
import { type NamedRun, passOf } from './live-feeds.js';
import { type LiveItem, livePath } from './live-item.js';

/** The time in which a worker has to answer. */
const ANSWER_MS = 3_000;
/** The most characters of a line. A step of the engine has at most 1 MiB. */
const MOST_CHARS = 8 * 1024 * 1024;

/** A connection to the worker of a run. */
export interface Heard {
  /** Ends with the round, with the connection, or when it is closed. Never throws. */
  readonly items: AsyncIterable<LiveItem>;
  readonly close: () => void;
}

/** Listens to a run at its worker. Resolves to `undefined` if the worker does not have the run. Throws ENGINE_NOT_HEARD. */
export async function listen(
  { url, liveKey }: WorkerAddress,
  { run, key, signal }: { readonly run: NamedRun; readonly key: EngineKey; readonly signal: AbortSignal },
): Promise<Heard | undefined> {
  const notHeard = (problem: string) => errors.ENGINE_NOT_HEARD({ url, problem });
  const { origin, hostname, pathname } = new URL(livePath(run), url.endsWith('/') ? url : `${url}/`);
  const session = connect(origin, OWN_HOSTS.includes(hostname) ? { ca: workerCertificate(key).cert } : {});
  const close = () => session.destroy();
  signal.addEventListener('abort', close, { once: true });
  session.once('close', () => signal.removeEventListener('abort', close));
  const stream = session.request({
    [constants.HTTP2_HEADER_PATH]: pathname,
    [constants.HTTP2_HEADER_AUTHORIZATION]: `Bearer ${passOf(liveKey, run)}`,
  });
  // The end of a connection ends the items. It is not a fault: the records are the engine's.
  session.on('error', () => {});
  stream.on('error', () => {});
  const status = await new Promise<number>((resolve, reject) => {
    const late = setTimeout(() => reject(notHeard(`no answer in ${ANSWER_MS / 1000} s`)), ANSWER_MS);
    // The reason of a request that was given up is that of its connection.
    const fail = (error: Error) => reject(notHeard(messageOf(error.cause ?? error)));
    session.once('error', fail);
    stream.once('error', fail);
    stream.once('close', () => {
      clearTimeout(late);
      reject(notHeard('the connection ended'));
    });
    stream.once('response', (headers) => {
      clearTimeout(late);
      resolve(Number(headers[constants.HTTP2_HEADER_STATUS]));
    });
  }).catch((error: unknown) => {
    close();
    throw error;
  });
  if (status === 200) return { items: itemsOf(stream), close };
  close();
  if (status === 404) return undefined;
  throw notHeard(status === 401 ? 'the worker at this address is another one' : `it answered ${status}`);
}

async function* itemsOf(stream: NodeJS.ReadableStream): AsyncGenerator<LiveItem> {
  try {
    let rest = '';
    for await (const chunk of stream.setEncoding('utf8') as AsyncIterable<string>) {
      const lines = `${rest}${chunk}`.split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MOST_CHARS) return;
      for (const line of lines) yield JSON.parse(line) as LiveItem;
    }
  } catch {
    // A broken connection, or a line that is none: the engine has the records.
  }
}
