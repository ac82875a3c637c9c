import type { LoadoutError } from '../contract/errors.js';
import { errors } from '../errors.js';
import { GRACE_MS } from '../hooks/clock.js';
import { onAbort } from '../hooks/on-abort.js';
import type { PoolTool } from '../pool/pool-tool.js';
import type { CallEnvironment } from './environment.js';

/** One running call's reason to stop, the first that comes, and what happens when the tool ignores it. */
export class StopSignal {
  readonly #controller = new AbortController();
  readonly #cancels: (() => void)[] = [];
  readonly overdue: Promise<never>;
  #leaveBehind: (reason: Error) => void = () => {};
  #reason: LoadoutError | undefined;
  #timedOut = false;

  constructor(tool: Pick<PoolTool, 'name' | 'timeoutMs' | 'interruptBehavior'>, env: CallEnvironment) {
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

  /** A tool that answers an interrupt keeps its words, partial output included; after a timeout the limit is what happened. */
  throwIfTimedOut() {
    if (this.#timedOut) throw this.#reason;
  }

  release() {
    for (const cancel of this.#cancels) cancel();
  }

  #stop(reason: LoadoutError, env: CallEnvironment) {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    this.#cancels.push(env.clock.after(GRACE_MS, () => this.#leaveBehind(reason)));
    this.#controller.abort(reason);
  }
}
