import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SessionRecord } from '@loadout/sessions';
import { errors } from '../errors.js';

/** The most bytes of one step. The server fails silently above 32 MiB, and each replay sends all steps again. */
const MOST_STEP_BYTES = 1024 * 1024;

interface Waiting {
  readonly upTo: number;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A record, and the path of its session. */
export interface Written {
  readonly of: string;
  readonly record: SessionRecord;
}

/** Records that were taken for one step. */
export interface Batch {
  readonly written: readonly Written[];
  /** Reports that the engine has recorded this batch and all batches before it. */
  confirm(): void;
}

/** The records of a run and its subagents on their way into the engine. The run appends and waits; the engine takes batches and confirms them. */
export class Outbox {
  readonly #onAppend: (written: Written) => void;
  readonly #records: { readonly written: Written; readonly bytes: number }[] = [];
  #appended = 0;
  #taken = 0;
  #confirmed = 0;
  #waiting: Waiting[] = [];
  #onNews: (() => void) | undefined;
  #loss: unknown;
  #isReleased = false;

  constructor(onAppend: (written: Written) => void = () => {}) {
    this.#onAppend = onAppend;
  }

  /** Throws ENGINE_STEP_TOO_LARGE for a record that is larger than a step. */
  append(written: Written): void {
    const text = JSON.stringify(written);
    const bytes = Buffer.byteLength(text);
    if (bytes > MOST_STEP_BYTES) throw errors.ENGINE_STEP_TOO_LARGE({ record: written.record.t, bytes, limit: MOST_STEP_BYTES });
    // A copy, so that later changes have no effect.
    const copy = JSON.parse(text) as Written;
    this.#records.push({ written: copy, bytes });
    this.#onAppend(copy);
    this.#appended += 1;
    this.#onNews?.();
  }

  /** The number of records appended so far. */
  get appended(): number {
    return this.#appended;
  }

  /** Resolves once the engine has so many records, or all that were appended so far. Rejects once the run is lost. */
  settled(upTo = this.#appended): Promise<void> {
    if (this.#loss !== undefined) return Promise.reject(this.#loss);
    if (this.#isReleased || this.#confirmed >= upTo) return Promise.resolve();
    return new Promise((resolve, reject) => this.#waiting.push({ upTo, resolve, reject }));
  }

  /** Resolves when records wait to be taken. The run adds what belongs to one moment first, unless it waits for the engine. */
  async news(): Promise<void> {
    if (this.#records.length === 0)
      await new Promise<void>((resolve) => {
        this.#onNews = resolve;
      });
    this.#onNews = undefined;
    if (this.#waiting.length === 0) await nextTurn();
  }

  /** True if the last waiting record is the end of the session with this path. */
  endsWith(path: string): boolean {
    const last = this.#records.at(-1)?.written;
    return last?.of === path && last.record.t === 'end';
  }

  get isEmpty(): boolean {
    return this.#records.length === 0;
  }

  /** Takes the next records, as many as one step may hold. */
  take(): Batch {
    const written: Written[] = [];
    let total = 0;
    for (let next = this.#records[0]; next !== undefined && total + next.bytes <= MOST_STEP_BYTES; next = this.#records[0]) {
      written.push(next.written);
      total += next.bytes;
      this.#records.shift();
    }
    this.#taken += written.length;
    const upTo = this.#taken;
    return { written, confirm: () => this.#confirm(upTo) };
  }

  /** Reports that another worker has the run now. Everything that waits fails, and everything later too. */
  lose(error: unknown): void {
    this.#loss ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(this.#loss);
    this.#onNews?.();
  }

  /** Lets waiting calls go on to find that the run was interrupted. */
  release(): void {
    this.#isReleased = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  #confirm(taken: number): void {
    this.#confirmed = Math.max(this.#confirmed, taken);
    const reached = this.#waiting.filter(({ upTo }) => upTo <= this.#confirmed);
    this.#waiting = this.#waiting.filter(({ upTo }) => upTo > this.#confirmed);
    for (const { resolve } of reached) resolve();
  }
}
