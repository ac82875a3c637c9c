import type { HookRound } from '../contract/hook/round.js';
import { onAbort } from '../interrupt/interrupt.js';

/** The hooks of one run that nobody waits for: what they say later, and their end. */
export class BackgroundHooks {
  readonly #controller = new AbortController();
  readonly #running = new Map<Promise<void>, { readonly mayWake: boolean }>();
  #said: string[] = [];
  #woke = false;

  /** The signal of background hooks. The run's own signal ends with a call or a message of the model. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** `mayWake`: the reason of a block is told too, and keeps the run from ending. */
  add(work: Promise<HookRound>, mayWake: boolean): void {
    const done = work.then((round) => {
      this.#said.push(...round.contexts, ...round.messages);
      if (!mayWake || round.verdict?.behavior !== 'deny') return;
      this.#said.push(round.verdict.reason);
      this.#woke = true;
    });
    this.#running.set(done, { mayWake });
    void done.finally(() => this.#running.delete(done));
  }

  /** Goes with the next that is told to the model, as what hooks in the background say does. */
  say(texts: readonly string[]): void {
    this.#said.push(...texts);
  }

  /** Returns the texts since the last call. */
  take(): readonly string[] {
    if (this.#said.length === 0) return this.#said;
    const said = this.#said;
    this.#said = [];
    this.#woke = false;
    return said;
  }

  /** Waits for those that may still wake a run which is about to end. True: one did, and `take` says why. */
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

  /** Tells all that still run to stop, and waits until they have. */
  async stop(): Promise<void> {
    this.#controller.abort();
    await Promise.all(this.#running.keys());
  }
}
