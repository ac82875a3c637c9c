import { randomUUID } from 'node:crypto';
import { fitFrame, restored } from './fit-frame.js';
import type { WireFrame } from './wire-frame.js';

export interface AskOptions {
  /** The answer is not wanted any more: the program is told so. */
  readonly signal?: AbortSignal | undefined;
  /** How long the answer may take. Absent: as long as it takes. */
  readonly timeoutMs?: number | undefined;
  /** What cannot be sent whole is not sent: the program would work with half of it. */
  readonly whole?: boolean | undefined;
}

interface Pending {
  readonly frame: WireFrame;
  readonly resolve: (response: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The program closed its end of the pipe before it answered. */
export class HostGone extends Error {
  override readonly name = 'HostGone';
  /** It had been asked before it went. */
  readonly wasAsked: boolean;

  constructor(wasAsked: boolean) {
    super('the program has closed its end of the pipe');
    this.wasAsked = wasAsked;
  }
}

/** The pipe to a program: one JSON object to a line, and requests of ours that it answers. Source: CTRL-01, CTRL-02. */
export class Wire {
  readonly #write: (line: string) => void;
  readonly #pending = new Map<string, Pending>();
  #ended = false;

  constructor(write: (line: string) => void) {
    this.#write = write;
  }

  send(frame: WireFrame): void {
    this.#write(`${fitFrame(frame).line}\n`);
  }

  /**
   * Asks the program. Contract: rejects with what it answers as an error, when `signal` aborts, when the time is over, and when
   * it has gone. Source: CTRL-09, CTRL-10, CTRL-14.
   */
  ask(
    request: { readonly subtype: string } & Readonly<Record<string, unknown>>,
    { signal, timeoutMs, whole = false }: AskOptions = {},
  ): Promise<unknown> {
    if (this.#ended) return Promise.reject(new HostGone(false));
    if (signal?.aborted === true) return Promise.reject(reasonOf(signal));
    const request_id = randomUUID();
    const frame = { type: 'control_request', request_id, request };
    const { line, cuts, isEmptied = false } = fitFrame(frame);
    if (isEmptied || (whole && cuts !== undefined))
      return Promise.reject(new Error('the message is larger than the megabyte that one line of the protocol can hold'));
    return new Promise((resolve, reject) => {
      const withdraw = (reason: Error) => {
        this.send({ type: 'control_cancel_request', request_id });
        this.#pending.get(request_id)?.reject(reason);
      };
      const onAbort = () => withdraw(reasonOf(signal));
      const timer =
        timeoutMs === undefined
          ? undefined
          : setTimeout(() => withdraw(new Error(`the program gave no answer within ${timeoutMs / 1000} s`)), timeoutMs);
      const settle = (then: () => void) => {
        this.#pending.delete(request_id);
        signal?.removeEventListener('abort', onAbort);
        clearTimeout(timer);
        then();
      };
      this.#pending.set(request_id, {
        frame,
        resolve: (response) => settle(() => resolve(restored(response, cuts))),
        reject: (error) => settle(() => reject(error)),
      });
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#write(`${line}\n`);
    });
  }

  /** What the program has not answered yet, as it was asked. */
  unanswered(subtype: string): readonly WireFrame[] {
    const open = [...this.#pending.values()].map(({ frame }) => frame);
    return open.filter(({ request }) => (request as { readonly subtype?: unknown }).subtype === subtype);
  }

  /** An answer of the program. One that nobody waits for is nothing. */
  answered(response: unknown): void {
    const { request_id, subtype, error, response: value } = (response ?? {}) as Readonly<Record<string, unknown>>;
    const pending = this.#pending.get(String(request_id));
    if (subtype === 'error') pending?.reject(new Error(typeof error === 'string' ? error : 'the program answered with an error'));
    else pending?.resolve(value ?? {});
  }

  /** The program has closed its end: nobody will answer any more. */
  end(): void {
    this.#ended = true;
    for (const pending of [...this.#pending.values()]) pending.reject(new HostGone(true));
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('The request was withdrawn.');
