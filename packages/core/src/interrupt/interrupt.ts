import type { LoadoutError } from '../contract/errors.js';
import { errors } from '../errors.js';
import type { PoolTool } from '../pool/assemble.js';

/** The clock of a run, passed in because core has no clock of its own. */
export interface Clock {
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Runs `action` after `ms`. Returns a function that cancels the timer. */
  after(ms: number, action: () => void): () => void;
}

/** The time that an interrupted tool or hook gets to stop by itself. */
export const GRACE_MS = 5_000;

/** The actions to run when a signal aborts, by signal. One listener serves many waiters: Node warns above ten listeners. */
const waiting = new WeakMap<AbortSignal, { readonly actions: Set<() => void>; readonly listener: () => void }>();

/**
 * Runs `action` once when the signal aborts, at once if it already has. Returns a function that cancels the action. The last
 * cancellation removes the listener.
 */
export function onAbort(signal: AbortSignal, action: () => void): () => void {
  if (signal.aborted) {
    action();
    return () => {};
  }
  const { actions, listener } = waiting.get(signal) ?? listenTo(signal);
  const own = () => action();
  actions.add(own);
  return () => {
    actions.delete(own);
    if (actions.size > 0 || waiting.get(signal)?.actions !== actions) return;
    waiting.delete(signal);
    signal.removeEventListener('abort', listener);
  };
}

function listenTo(signal: AbortSignal) {
  const actions = new Set<() => void>();
  const listener = () => {
    waiting.delete(signal);
    for (const action of actions) action();
  };
  const entry = { actions, listener };
  waiting.set(signal, entry);
  signal.addEventListener('abort', listener, { once: true });
  return entry;
}

/** The parts of a run that stop a call. */
interface Running {
  readonly signal: AbortSignal;
  readonly clock: Clock;
}

interface Named {
  readonly tool: { readonly name: string };
}

/** Throws for a call that has not started when the run is interrupted. */
export function throwIfInterrupted(call: Named, env: Running): void {
  if (env.signal.aborted) throw notRun(call);
}

/** Waits for `work` until the run is interrupted. A later outcome of `work` is ignored. */
export async function unlessInterrupted<T>(work: () => Promise<T>, call: Named, env: Running): Promise<T> {
  throwIfInterrupted(call, env);
  let cancel = () => {};
  const interrupted = new Promise<never>((_, reject) => {
    cancel = onAbort(env.signal, () => reject(notRun(call)));
  });
  try {
    return await Promise.race([work(), interrupted]);
  } finally {
    cancel();
  }
}

const notRun = (call: Named) => errors.TOOL_NOT_RUN({ name: call.tool.name, why: 'the run was interrupted.' });

/**
 * The signal to stop one running call. The first reason counts; a tool that ignores the signal is abandoned after the grace
 * period.
 */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #cancels: (() => void)[] = [];
  readonly overdue: Promise<never>;
  #leaveBehind: (reason: Error) => void = () => {};
  #reason: LoadoutError | undefined;
  #timedOut = false;

  constructor(tool: Pick<PoolTool, 'name' | 'timeoutMs' | 'interruptBehavior'>, env: Running) {
    const { name, timeoutMs, interruptBehavior } = tool;
    this.overdue = new Promise((_, reject) => {
      this.#leaveBehind = reject;
    });
    this.overdue.catch(() => {});
    if (interruptBehavior === 'cancel')
      this.#cancels.push(onAbort(env.signal, () => this.#stop(errors.TOOL_INTERRUPTED({ name }), env)));
    if (timeoutMs !== undefined) {
      const expire = () => {
        this.#timedOut = this.#reason === undefined;
        this.#stop(errors.TOOL_TIMED_OUT({ name, ms: timeoutMs }), env);
      };
      this.#cancels.push(env.clock.after(timeoutMs, expire));
    }
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get reason(): LoadoutError | undefined {
    return this.#reason;
  }

  get interrupted(): boolean {
    return this.#reason !== undefined && !this.#timedOut;
  }

  /** Throws after a timeout. After an interrupt, the answer of the tool counts, with its partial output. */
  throwIfTimedOut() {
    if (this.#timedOut) throw this.#reason;
  }

  release() {
    for (const cancel of this.#cancels) cancel();
  }

  #stop(reason: LoadoutError, env: Running) {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#cancels.push(env.clock.after(GRACE_MS, () => this.#leaveBehind(reason)));
    this.#controller.abort(reason);
  }
}
