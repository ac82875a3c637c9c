import { isLoadoutError } from '@loadout/core';
import type { CallPreview, PoolTool } from '@loadout/core/run';
import type { CallSession } from '@loadout/runner';
import { Approvals, type AskedCall } from './approvals.js';
import { type HostResult, hostResult, refusedResult } from './host-result.js';

export interface HostCall extends AskedCall {
  readonly signal?: AbortSignal | undefined;
  /** True if the host knows that a person has approved this call. Deny rules and hooks still apply. */
  readonly approved?: boolean | undefined;
}

/** The calls of one session, as every host makes them. */
export class HostedCalls {
  readonly #session: CallSession;
  readonly #approvals = new Approvals();

  constructor(session: CallSession) {
    this.#session = session;
  }

  get tools(): readonly PoolTool[] {
    return this.#session.pool.tools;
  }

  /** Runs a call through the whole pipeline. Never throws for a denied, failed or interrupted call. */
  async call({ id, name, input, signal, approved }: HostCall): Promise<HostResult> {
    if (approved === true) await this.needsApproval({ id, name, input });
    const ask = this.#approvals.take({ id, name, input });
    try {
      return hostResult(await this.#session.call({ id: legalId(id), name, input, signal, ask }));
    } catch (error) {
      return refusedResult(error);
    }
  }

  /**
   * Returns whether the host must ask a person before it runs the call. A call that will be denied or refused needs no question:
   * its result is the reason.
   */
  async needsApproval(call: AskedCall): Promise<boolean> {
    const preview = await this.#previewToAsk(call);
    if (preview !== undefined) this.#approvals.add(call, preview.call.input);
    return preview !== undefined;
  }

  /** Returns the text of the question about a call; `undefined` if no person must be asked. */
  async question(call: AskedCall): Promise<string | undefined> {
    return (await this.#previewToAsk(call))?.decision.reason;
  }

  async #previewToAsk(call: AskedCall): Promise<CallPreview | undefined> {
    try {
      const preview = await this.#session.preview(call);
      return preview.decision.behavior === 'ask' ? preview : undefined;
    } catch (error) {
      if (isLoadoutError(error)) return undefined;
      throw error;
    }
  }
}

/** The id of a host names files and lines of the journal here, so an unusual one is replaced. */
const legalId = (id: string | undefined) => (id !== undefined && /^[\w-]{1,128}$/.test(id) ? id : undefined);
