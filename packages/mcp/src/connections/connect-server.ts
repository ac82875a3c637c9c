import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { after, releasableSignal } from '@loadout/node';
import { errors } from '../errors.js';
import { cleanText, problemOf } from '../text/clean-text.js';
import { type Connection, openConnection } from './connection.js';
import type { ConnectionHost, NamedServer } from './host.js';
import { type Listed, listPages } from './list-pages.js';
import { statusOf } from './request-error.js';

export interface Connected {
  readonly connection: Connection;
  /** The tools as the server lists them, not checked yet. */
  readonly listed: Listed;
}

export interface ConnectOptions {
  readonly host: ConnectionHost;
  /** The time until the attempt is given up. */
  readonly startMs: number;
  readonly signal: AbortSignal;
  /** Kept up to date, for the report of a start that takes long. */
  readonly at: StartStage;
}

/** The state of a start: the answer that is awaited, and the last output of the process. */
export interface StartStage {
  stage: string;
  stderr: () => string;
}

export const newStage = (): StartStage => ({ stage: 'its start or its answer to initialize', stderr: () => '' });

/** The error of a start that takes longer than its time. */
export const lateStart = (key: string, { at, ms }: { readonly at: StartStage; readonly ms: number }): LoadoutError =>
  errors.MCP_START_TIMED_OUT({ key, ms, stage: at.stage, stderr: cleanText(at.stderr()) });

/** One attempt: connects, shakes hands and lists the tools, all within the start timeout. Source: MCP-07. */
export async function connectServer(server: NamedServer, { host, startMs, signal, at }: ConnectOptions): Promise<Connected> {
  const either = releasableSignal(signal);
  let isLate = false;
  const cancel = after(startMs, () => {
    isLate = true;
    either.abort(new Error('the start timeout is over'));
  });
  let connection: Connection | undefined;
  try {
    const onStderr = (stderr: () => string) => {
      at.stderr = stderr;
    };
    connection = await openConnection(server, { host, signal: either.signal, onStderr });
    at.stage = 'its answer to tools/list';
    return { connection, listed: await listTools(connection, { signal: either.signal, ms: startMs }) };
  } catch (error) {
    const why = connection?.endedBecause();
    await connection?.close();
    if (isLate) throw lateStart(server.key, { at, ms: startMs });
    const stderr = cleanText(at.stderr());
    throw connectError(why === undefined ? error : new Error(why), { key: server.key, stderr, command: host.login?.command });
  } finally {
    cancel();
    either.release();
  }
}

export function listTools(connection: Connection, { signal, ms }: { signal: AbortSignal; ms: number }): Promise<Listed> {
  if (!connection.offers('tools')) return Promise.resolve({ items: [], ...withoutOffer(connection) });
  return listPages('tools', (cursor) =>
    connection.request(
      { method: 'tools/list', ...(cursor === undefined ? {} : { params: { cursor } }) },
      { signal, timeout: ms },
    ),
  );
}

/** A server may offer only resources or prompts. One that declares nothing has probably forgotten its tools. */
function withoutOffer(connection: Connection): { readonly problem?: string } {
  const isOther = connection.offers('resources') || connection.offers('prompts');
  return isOther ? {} : { problem: 'it declares no tools capability, so it was not asked for its tools' };
}

function connectError(
  error: unknown,
  { key, stderr, command }: { key: string; stderr: string; command: string | undefined },
): LoadoutError {
  if (statusOf(error) === 401) return errors.MCP_NEEDS_AUTH({ key, command }, { cause: error });
  if (isLoadoutError(error) && error.code === 'MCP_SERVER_INVALID') return error;
  return errors.MCP_CONNECT_FAILED({ key, problem: problemOf(error), stderr }, { cause: error });
}

/** Whether another attempt a little later may go better. */
export function isTransient(error: unknown): boolean {
  if (!isLoadoutError(error) || error.code !== 'MCP_CONNECT_FAILED') return false;
  const status = statusOf(error.cause);
  return status === undefined || status >= 500 || status === 429 || status === 408;
}
