import { LONGEST_TIMER_MS } from '@loadout/node';
import type { RequestOptions } from '@modelcontextprotocol/client';
import { CallDeadline } from './call-deadline.js';

export type TimedRequest = RequestOptions & { readonly timeout: number };

/** Asks with a time limit of its own: the timer of the SDK would also end a request whose answer came while this process was stopped. */
export async function withinTime<T>(options: TimedRequest, ask: (options: TimedRequest) => Promise<T>): Promise<T> {
  const { timeout: ms } = options;
  const deadline = new CallDeadline({ idleMs: ms, longestMs: ms }, options.signal ?? new AbortController().signal);
  try {
    return await ask({ ...options, timeout: LONGEST_TIMER_MS, signal: deadline.signal });
  } catch (error) {
    throw deadline.exceededMs === undefined ? error : new RequestTimeout(ms, { cause: error });
  } finally {
    deadline.release();
  }
}

class RequestTimeout extends Error {
  readonly code = 'REQUEST_TIMEOUT';

  constructor(ms: number, options: ErrorOptions) {
    super(`no answer after ${ms} ms`, options);
  }
}
