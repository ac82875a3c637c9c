import { after, LONGEST_TIMER_MS, releasableSignal } from '@loadout/node';
import type { RequestOptions } from '@modelcontextprotocol/client';

export type TimedRequest = RequestOptions & {
  /** Milliseconds without an answer or progress. */
  readonly timeout: number;
  /** Milliseconds in total, whatever progress is reported. Default: `timeout`. */
  readonly longestMs?: number;
};

/**
 * Asks with a time limit of its own: the timer of the SDK would also end a request whose answer came while this process was stopped.
 * Source: MCP-07.
 */
export async function withinTime<T>(request: TimedRequest, ask: (options: RequestOptions) => Promise<T>): Promise<T> {
  const { timeout: idleMs, longestMs = idleMs, onprogress, signal, ...options } = request;
  const late = releasableSignal(signal);
  let expired: RequestTimeout | undefined;
  const began = performance.now();
  let cancel = () => {};
  const renew = () => {
    cancel();
    const left = began + longestMs - performance.now();
    cancel = after(Math.max(0, Math.min(idleMs, left)), () => {
      expired = new RequestTimeout(left < idleMs ? longestMs : idleMs);
      late.abort(expired);
    });
  };
  renew();
  try {
    return await ask({
      ...options,
      timeout: LONGEST_TIMER_MS,
      signal: late.signal,
      ...(onprogress && {
        onprogress: (progress) => {
          renew();
          onprogress(progress);
        },
      }),
    });
  } catch (error) {
    throw expired ?? error;
  } finally {
    cancel();
    late.release();
  }
}

/** The time of a request ran out. */
export class RequestTimeout extends Error {
  readonly ms: number;

  constructor(ms: number) {
    super(`no answer after ${ms} ms`);
    this.ms = ms;
  }
}
