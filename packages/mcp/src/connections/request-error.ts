import { isLoadoutError, type LoadoutError } from '@loadout/core';
import { errors } from '../errors.js';
import { cappedText, problemOf } from '../text/clean-text.js';
import { isBrokenAnswer } from '../transport/asked-requests.js';
import { hasCode, isClosed } from './connection.js';
import { RequestTimeout } from './within-time.js';

/** A server's refusal is for the model, so it gets more room than a problem. */
const REFUSAL_BYTES = 16 * 1024;

/** The HTTP status behind an error of the SDK, if there is one. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.name === 'UnauthorizedError') return 401;
  const { status, code } = error as { status?: unknown; code?: unknown };
  if (typeof status === 'number') return status;
  if (typeof code === 'number' && code >= 100 && code < 600) return code;
  // The SSE client of the SDK puts the status of its own request only into the text of the error.
  const inText = /\(HTTP (\d{3})\)/.exec(error.message)?.[1];
  return inText === undefined ? undefined : Number(inText);
}

/** The server has forgotten the session: 404 by the protocol, 400 with a word about it by many. */
const isForgotten = (error: unknown) => {
  const status = statusOf(error);
  return status === 404 || (status === 400 && error instanceof Error && /session/i.test(error.message));
};

/** The server cannot have acted: it was not reached, or it had forgotten the session. */
export const wasNotSent = (error: unknown) =>
  isForgotten(error) || hasCode(error, 'NOT_CONNECTED') || /ECONNREFUSED|ENOTFOUND|EHOSTUNREACH/.test(codeOfCause(error));

/** The connection is of no more use. */
export const isLost = (error: unknown) =>
  isClosed(error) || isForgotten(error) || (error instanceof TypeError && /fetch failed|terminated/.test(error.message));

function codeOfCause(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : '';
}

interface RequestFacts {
  readonly key: string;
  readonly method: string;
  readonly signal?: AbortSignal | undefined;
  /** The command that logs a person in. */
  readonly command?: string | undefined;
}

/** Converts the error of a request to one of this package's errors. */
export function requestError(error: unknown, { key, method, signal, command }: RequestFacts): LoadoutError {
  if (isLoadoutError(error)) return error;
  if (signal?.aborted === true) return errors.MCP_REQUEST_CANCELLED({ key, method }, { cause: error });
  if (error instanceof RequestTimeout) return errors.MCP_REQUEST_TIMED_OUT({ key, method, ms: error.ms }, { cause: error });
  if (hasCode(error, 'INVALID_RESULT')) return errors.MCP_ANSWER_INVALID({ key, method, problem: problemOf(error) });
  if (isBrokenAnswer(error)) return errors.MCP_ANSWER_INVALID({ key, method, problem: problemOf(error) }, { cause: error });
  if (statusOf(error) === 401) return errors.MCP_NEEDS_AUTH({ key, command }, { cause: error });
  if (isLost(error)) return errors.MCP_CONNECTION_LOST({ key, method, problem: problemOf(error) }, { cause: error });
  const problem =
    error instanceof Error && error.name === 'ProtocolError' ? cappedText(error.message, REFUSAL_BYTES) : problemOf(error);
  return errors.MCP_REQUEST_FAILED({ key, method, problem }, { cause: error });
}
