import type { ObjectContext, RestatePromise } from '@restatedev/restate-sdk';
import type { Restate } from '../load-restate.js';
import type { RoundEnd, Step } from '../record/step.js';
import type { Round } from './round.js';

/**
 * The most steps on their way at once. The result of a call travels while the model is asked, and the answer with the next intent
 * follows at once. The run waits then, so a third step would only make steps smaller.
 */
const AT_ONCE = 2;

export interface Recording {
  readonly ctx: Pick<ObjectContext, 'run'>;
  readonly restate: Pick<Restate, 'RestatePromise' | 'CancelledError'>;
  /** Starts the round in this worker, from the steps that were recorded before. */
  readonly start: () => Promise<Round>;
}

/**
 * The steps of a round, in the order in which the engine records them. Steps on record are returned as they are, and the first one
 * that is not starts the round. A cancelled round ends by steps as every round does, so no record is between two ways
 * (decision 0071).
 */
export class RecordedSteps {
  readonly #recording: Recording;
  readonly #open: OpenStep[] = [];
  readonly #cancelled = deferred<undefined>();
  #count = 0;
  #newest: OpenStep | undefined;
  #returned: { readonly open: OpenStep; readonly step: Step } | undefined;
  #round: Round | undefined;
  #cancellation: Error | undefined;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** True if this worker runs the round. */
  get isLive(): boolean {
    return this.#round !== undefined;
  }

  /** The cancellation that came before the end of the round. */
  get cancellation(): Error | undefined {
    return this.#cancellation;
  }

  /** Resolves with the next step, once it is on record. The caller has made use of the steps before. */
  async next(): Promise<Step> {
    if (this.#returned !== undefined) this.#returned.open.known.resolve(this.#returned.step);
    while (this.#open.length < AT_ONCE) this.#open.push(this.#record());
    await this.#untilRecorded();
    const [open] = this.#open.splice(0, 1);
    if (open === undefined) throw new Error('No step is open.');
    const step = await open.recorded;
    open.confirm();
    this.#returned = { open, step };
    return step;
  }

  /** Steps are taken in their order, so the engine records the oldest one first. */
  async #untilRecorded(): Promise<void> {
    const { RestatePromise: promises, CancelledError } = this.#recording.restate;
    for (;;) {
      try {
        await promises.race(this.#open.map(({ recorded }) => recorded));
        return;
      } catch (error) {
        if (!(error instanceof CancelledError)) throw error;
        this.#cancellation ??= error;
        this.#cancelled.resolve(undefined);
        this.#round?.cancel();
      }
    }
  }

  /** Asks the engine to record one more step. */
  #record(): OpenStep {
    const before = this.#newest?.known.promise;
    const known = deferred<Step>();
    this.#count += 1;
    const open: OpenStep = {
      known,
      confirm: () => {},
      recorded: this.#recording.ctx.run(`step ${this.#count}`, async () => {
        // The step before is known when it was taken here, or was on record and is in the hands of the caller.
        const isLast = (await before)?.end !== undefined;
        const step = isLast ? NOTHING : await this.#take(open);
        known.resolve(step);
        return step;
      }),
    };
    this.#newest = open;
    return open;
  }

  async #take(open: OpenStep): Promise<Step> {
    const round = await this.#started();
    if (round === undefined) return { records: [], end: INTERRUPTED };
    const { step, confirm } = await round.take();
    open.confirm = confirm;
    return step;
  }

  /** Starts the round, once. Returns `undefined` if the prompt is cancelled before the round has started. */
  async #started(): Promise<Round | undefined> {
    if (this.#round !== undefined || this.#cancellation !== undefined) return this.#round;
    const starting = this.#recording.start();
    const round = await Promise.race([starting, this.#cancelled.promise]);
    // Nobody takes the steps of a round that starts later.
    if (round === undefined) starting.then((late) => late.lose()).catch(() => {});
    this.#round = round;
    if (this.#cancellation !== undefined) round?.cancel();
    return round;
  }
}

/** A step that the engine is asked to record. */
interface OpenStep {
  readonly recorded: RestatePromise<Step>;
  readonly known: Deferred<Step>;
  confirm: () => void;
}

/** The step that was asked for after the end of the round. */
const NOTHING: Step = { records: [] };

/** The end of a round that a cancellation has kept from starting. */
const INTERRUPTED: RoundEnd = { outcome: 'interrupted', text: '', turns: 0, toolCalls: 0, costUsd: 0, asks: [] };

interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
}

function deferred<T>(): Deferred<T> {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((given) => {
    resolve = given;
  });
  return { promise, resolve };
}
