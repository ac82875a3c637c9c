import type { Asker, PermissionMode } from '@loadout/core';
import type { AgentSpec } from './agent-spec.js';
import { conduct } from './conduct.js';
import { errors } from './errors.js';
import { EventQueue } from './event-queue.js';
import type { AgentEvent, RunResult } from './events.js';
import { checkMode } from './permission-mode.js';
import { type FullState, setUpRun } from './run-setup.js';
import { openSession, type SessionChoice } from './session/open-session.js';
import { type SessionView, viewOf } from './session-view.js';
import type { StartUnder } from './turn/run-state.js';

export interface RunOptions extends SessionChoice {
  /** Aborting it interrupts the run: every open call is answered, the session can go on. */
  readonly signal?: AbortSignal | undefined;
}

/** One run of an agent: read its events, or wait for its result. The work goes on whether or not anybody reads. */
export class Run implements AsyncIterable<AgentEvent> {
  readonly sessionId: string;
  readonly transcript: string;
  /** Never rejects: what went wrong is in the result. */
  readonly result: Promise<RunResult>;
  readonly #queue: EventQueue;
  readonly #controller: AbortController;
  readonly #state: FullState;

  constructor(parts: { state: FullState; queue: EventQueue; controller: AbortController; result: Promise<RunResult> }) {
    this.sessionId = parts.state.session.id;
    this.transcript = parts.state.session.place.file;
    this.result = parts.result;
    this.#queue = parts.queue;
    this.#controller = parts.controller;
    this.#state = parts.state;
  }

  interrupt(): void {
    this.#controller.abort(errors.RUN_INTERRUPTED({}));
  }

  get permissionMode(): PermissionMode {
    return this.#state.permissions.mode;
  }

  /** Holds from the next call on, and when the session is resumed. Throws MODE_REFUSED. Source: PERM-14. */
  setPermissionMode(mode: PermissionMode): void {
    this.#state.permissions.update([{ type: 'setMode', mode, destination: 'session' }]);
  }

  /** Who is asked from the next call on; `undefined`: nobody, and what would be asked is denied. Source: PERM-14. */
  setAsker(asker: Asker | undefined): void {
    this.#state.permissions.asker = asker;
  }

  /** Holds from the next turn on; `null`: the agent's own again. One that cannot be used ends the run with its error. Source: LOOP-18. */
  setModel(model: string | null): void {
    this.#state.model.choose({ model });
  }

  /** The model reads it before its next turn; a run that is about to end goes on with it. Source: LOOP-17. */
  send(text: string): void {
    this.#state.inbox.add(text);
  }

  /** What the session holds at this moment. Source: STATE-01. */
  inspect(): SessionView {
    return viewOf(this.#state);
  }

  [Symbol.asyncIterator](): AsyncIterator<AgentEvent> {
    return this.#queue[Symbol.asyncIterator]();
  }
}

/** Throws only for what stands against starting at all: an unknown or busy session, a folder that cannot be written, a mode that may not be used. */
export function startRun(spec: AgentSpec, prompt: string | undefined, options: RunOptions): Run {
  checkMode(spec.permissions.mode, spec);
  const session = openSession(spec, options);
  const controller = new AbortController();
  const interrupt = () => controller.abort(options.signal?.reason);
  options.signal?.addEventListener('abort', interrupt, { once: true });
  if (options.signal?.aborted) interrupt();
  const queue = new EventQueue();
  const state = setUpRun({ spec, session, signal: controller.signal, emit: (event) => queue.push(event), startUnder });
  const result = conduct(state, { prompt, controller }).finally(() => {
    options.signal?.removeEventListener('abort', interrupt);
    queue.close();
  });
  return new Run({ state, queue, controller, result });
}

/** An agent that another one starts: the same loop, within what the other one has. */
export const startUnder: StartUnder = (spec, { session, prompt, signal, emit, under }) => {
  const controller = new AbortController();
  const interrupt = () => controller.abort(signal.reason);
  signal.addEventListener('abort', interrupt, { once: true });
  if (signal.aborted) interrupt();
  const state = setUpRun({ spec, session, signal: controller.signal, emit, under, startUnder });
  if (under.skill !== undefined) state.skills.begin(under.skill);
  let isOpen = true;
  const result = conduct(state, { prompt, controller }).finally(() => {
    isOpen = false;
    signal.removeEventListener('abort', interrupt);
  });
  return {
    result,
    send: (text) => {
      if (isOpen) state.inbox.add(text);
      return isOpen;
    },
    interrupt: () => controller.abort(errors.RUN_INTERRUPTED({})),
  };
};
