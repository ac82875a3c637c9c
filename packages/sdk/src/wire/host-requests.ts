import { isLoadoutError, isObject } from '@loadout/core';
import { tellable } from '../frames/tellable.js';
import type { WireFrame } from './fit-frame.js';

type Line = Readonly<Record<string, unknown>>;

export interface HostRequestsOptions {
  readonly send: (frame: WireFrame) => void;
  /** Returns fields beside the answer to this request. */
  readonly beside?: (request: Line) => Line;
  /** Contract: rejects with the message for the program. */
  readonly answer: (request: Line) => Promise<unknown>;
}

/** The requests of the program: each gets one answer, and a withdrawn request gets none. Source: CTRL-02, CTRL-10. */
export class HostRequests {
  readonly #options: HostRequestsOptions;
  readonly #open = new Set<string>();
  readonly #withdrawn = new Set<string>();

  constructor(options: HostRequestsOptions) {
    this.#options = options;
  }

  /**
   * Takes a request. A request that is under way does not start again, and a request without an id gets no answer. Source:
   * CTRL-02.
   */
  take({ request_id, request }: Line): void {
    if (typeof request_id !== 'string' || request_id === '' || this.#open.has(request_id)) return;
    this.#open.add(request_id);
    void this.#serve(request_id, isObject(request) ? request : {});
  }

  cancel({ request_id }: Line): void {
    const id = String(request_id);
    if (this.#open.has(id)) this.#withdrawn.add(id);
  }

  async #serve(request_id: string, request: Line): Promise<void> {
    const response = await this.#options.answer(request).then(
      (answer) => ({ subtype: 'success', request_id, response: answer ?? {}, ...this.#options.beside?.(request) }),
      (error: unknown) => ({ subtype: 'error', request_id, error: tellable(error), ...codeOf(error) }),
    );
    this.#open.delete(request_id);
    if (!this.#withdrawn.delete(request_id)) this.#options.send({ type: 'control_response', response });
  }
}

const codeOf = (error: unknown) => (isLoadoutError(error) ? { error_code: error.code.toLowerCase() } : {});
