import { randomUUID } from 'node:crypto';
import { after } from '@loadout/node';
import type { WireFrame } from './fit-frame.js';
import { fitFrame, restored } from './fit-frame.js';

export interface AskOptions {
  /** Aborts when the answer is no longer needed. The program is then notified. */
  readonly signal?: AbortSignal | undefined;
  /** The time limit for the answer. Without it, there is no limit. */
  readonly timeoutMs?: number | undefined;
  /** Whether the request must be sent whole or not at all. The program would work with half of a cut request. */
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
  /** Whether the request was sent before the program closed its end. */
  readonly wasAsked: boolean;

  constructor(wasAsked: boolean) {
    super('the program has closed its end of the pipe');
    this.wasAsked = wasAsked;
  }
}

/** The pipe to a program: one JSON object per line, and our requests with the program's answers. Source: CTRL-01, CTRL-02. */
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
   * Sends a request to the program. Contract: rejects with the program's error, when `signal` aborts, when the time is over, and
   * when the program is gone. Source: CTRL-09, CTRL-10, CTRL-14.
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
      const cancel =
        timeoutMs === undefined
          ? () => {}
          : after(timeoutMs, () => withdraw(new Error(`the program gave no answer within ${timeoutMs / 1000} s`)));
      const settle = (then: () => void) => {
        this.#pending.delete(request_id);
        signal?.removeEventListener('abort', onAbort);
        cancel();
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

  /** The requests of this subtype without an answer, as they were sent. */
  unanswered(subtype: string): readonly WireFrame[] {
    const open = [...this.#pending.values()].map(({ frame }) => frame);
    return open.filter(({ request }) => (request as { readonly subtype?: unknown }).subtype === subtype);
  }

  /** Takes an answer of the program. An answer that nobody waits for is ignored. */
  answered(response: unknown): void {
    const { request_id, subtype, error, response: value } = (response ?? {}) as Readonly<Record<string, unknown>>;
    const pending = this.#pending.get(String(request_id));
    if (subtype === 'error') pending?.reject(new Error(typeof error === 'string' ? error : 'the program answered with an error'));
    else pending?.resolve(value ?? {});
  }

  /** Ends the pipe: the program has closed its end and will answer no more. */
  end(): void {
    this.#ended = true;
    for (const pending of [...this.#pending.values()]) pending.reject(new HostGone(true));
  }
}

const reasonOf = (signal: AbortSignal | undefined): Error =>
  signal?.reason instanceof Error ? signal.reason : new Error('The request was withdrawn.');
