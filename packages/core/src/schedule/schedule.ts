import type { ParsedCall, SettledCall } from '../call/states.js';
import { errors } from '../errors.js';

/** Runs one call; it waits for `turn` once its input is parsed. */
export type ScheduledRun = (turn: (call: ParsedCall) => Promise<void>) => Promise<SettledCall>;

export interface ScheduleOptions {
  /**
   * False: the calls come one by one and without end, not with a message. Then each takes its place when its input is parsed,
   * may start at once, and leaves no trace when it has ended. Default: true.
   */
  readonly isOneMessage?: boolean | undefined;
}

/**
 * The calls of one message. Each is added as soon as its block is complete, while the model still streams. Neighbours that
 * are safe run together; an unsafe call runs alone, after all before it and before all behind it; results keep the order of
 * the calls. Before `messageComplete` only calls that may be repeated start, so that a message whose stream is cut can be
 * thrown away. Source: ORCH-02, ORCH-04, ORCH-06, ORCH-09.
 */
export class Schedule {
  #slots: readonly Slot[] = [];
  /** Calls that run at once, at most (ORCH-03). */
  readonly #limit: number;
  #stopped: string | undefined;
  readonly #isOneMessage: boolean;
  #complete: boolean;

  constructor(limit: number, { isOneMessage = true }: ScheduleOptions = {}) {
    this.#limit = limit;
    this.#isOneMessage = isOneMessage;
    this.#complete = !isOneMessage;
  }

  /** The result is also among `results`. */
  add(run: ScheduledRun): Promise<SettledCall> {
    const slot: Slot = { state: 'parsing', safe: false, repeatable: false, settled: Promise.resolve(undefined), name: '' };
    if (this.#isOneMessage) this.#slots = [...this.#slots, slot];
    const settled = run((call) => this.#turn(slot, call)).finally(() => {
      slot.state = 'ended';
      if (!this.#isOneMessage) this.#slots = this.#slots.filter((one) => one !== slot);
      this.#pump();
    });
    slot.settled = settled;
    settled.catch(() => {});
    return settled;
  }

  /** The message has ended and is kept: calls with effects may start. */
  messageComplete(): void {
    this.#complete = true;
    this.#pump();
  }

  /** No call that waits will start; those that run go on. */
  stop(why: string): void {
    this.#stopped ??= why;
    for (const slot of this.#slots) {
      if (slot.state === 'waiting' || slot.state === 'upgrading') slot.refuse?.(errors.TOOL_NOT_RUN({ name: slot.name, why }));
    }
  }

  get size(): number {
    return this.#slots.length;
  }

  /** All results, in the order in which the calls were added. Rejects with the first fault, once every call has ended. */
  async results(): Promise<SettledCall[]> {
    await Promise.allSettled(this.#slots.map((slot) => slot.settled));
    const settled = await Promise.all(this.#slots.map((slot) => slot.settled));
    return settled.filter((call) => call !== undefined);
  }

  /** The first time: waits to start. Again, when a hook made the input unsafe: waits until nothing else runs. */
  #turn(slot: Slot, call: ParsedCall): Promise<void> {
    slot.name = call.tool.name;
    if (this.#stopped !== undefined) return Promise.reject(errors.TOOL_NOT_RUN({ name: slot.name, why: this.#stopped }));
    if (!this.#slots.includes(slot)) this.#slots = [...this.#slots, slot];
    slot.state = slot.state === 'running' ? 'upgrading' : 'waiting';
    slot.safe = call.tool.isConcurrencySafe(call.parsed.input);
    slot.repeatable = isRepeatable(call);
    return new Promise((resolve, reject) => {
      slot.start = resolve;
      slot.refuse = reject;
      this.#pump();
    });
  }

  #pump(): void {
    const running = this.#slots.filter((slot) => slot.state === 'running');
    const upgrading = this.#slots.find((slot) => slot.state === 'upgrading');
    if (upgrading !== undefined) {
      if (running.length === 0 && (this.#complete || upgrading.repeatable)) begin(upgrading);
      return;
    }
    let busy = running.length;
    let allSafe = running.every((slot) => slot.safe);
    for (const slot of this.#slots) {
      if (slot.state === 'ended' || slot.state === 'running') continue;
      const fits =
        slot.state === 'waiting' &&
        (this.#complete || slot.repeatable) &&
        (busy === 0 || (slot.safe && allSafe && busy < this.#limit));
      if (!fits) return;
      begin(slot);
      busy += 1;
      allSafe &&= slot.safe;
    }
  }
}

/** Running it again is as good as running it once: after a crash, or for a message that has to be asked for again. */
export function isRepeatable(call: ParsedCall): boolean {
  return call.tool.tool.annotations?.idempotentHint ?? call.tool.isReadOnly(call.parsed.input);
}

interface Slot {
  state: 'parsing' | 'waiting' | 'running' | 'upgrading' | 'ended';
  safe: boolean;
  repeatable: boolean;
  name: string;
  settled: Promise<SettledCall | undefined>;
  start?: () => void;
  refuse?: (error: Error) => void;
}

function begin(slot: Slot): void {
  slot.state = 'running';
  slot.start?.();
}
