import type { HookRound } from '../contract/hook/round.js';
import { onAbort } from '../interrupt/interrupt.js';

/** The background hooks of one run, and the texts that they return after the event is over. */
export class BackgroundHooks {
  readonly #controller = new AbortController();
  readonly #running = new Map<Promise<void>, { readonly mayWake: boolean }>();
  /** The texts since the last `take`. */
  said: readonly string[] = [];
  #woke = false;

  /** The signal of background hooks. The run's own signal ends with a call or a message of the model. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Adds a running hook. With `mayWake`, a block of the hook adds its reason and keeps the run from ending. */
  add(work: Promise<HookRound>, mayWake: boolean): void {
    const done = work.then((round) => {
      this.say([...round.contexts, ...round.messages]);
      if (!mayWake || round.verdict?.behavior !== 'deny') return;
      this.say([round.verdict.reason]);
      this.#woke = true;
    });
    this.#running.set(done, { mayWake });
    void done.finally(() => this.#running.delete(done));
  }

  /** Adds texts for the next event that speaks to the model. */
  say(texts: readonly string[]): void {
    this.said = [...this.said, ...texts];
  }

  /** Returns the texts since the last call. */
  take(): readonly string[] {
    const { said } = this;
    if (said.length === 0) return said;
    this.said = [];
    this.#woke = false;
    return said;
  }

  /** Waits for the hooks that may still wake a run which is about to end. Returns whether one did; `take` has the reason. */
  async woken(signal: AbortSignal): Promise<boolean> {
    let cancel = () => {};
    const aborted = new Promise<void>((resolve) => {
      cancel = onAbort(signal, resolve);
    });
    const open = () => [...this.#running].filter(([, { mayWake }]) => mayWake).map(([done]) => done);
    while (!this.#woke && !signal.aborted && open().length > 0) await Promise.race([...open(), aborted]);
    cancel();
    return this.#woke;
  }

  /** Aborts all running hooks and waits until they have ended. */
  async stop(): Promise<void> {
    this.#controller.abort();
    await Promise.all(this.#running.keys());
  }
}
