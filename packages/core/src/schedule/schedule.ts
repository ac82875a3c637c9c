import type { ParsedCall, SettledCall } from '../call/states.js';
import { errors } from '../errors.js';

/** Runs one call, which waits for `turn` after its input is parsed. */
export type ScheduledRun = (turn: (call: ParsedCall) => Promise<void>) => Promise<SettledCall>;

export interface ScheduleOptions {
  /**
   * False if calls come one by one and without end, not with a message. Such a call takes its place when its input is parsed, may
   * start at once, and is forgotten when it has ended. Default: true.
   */
  readonly isOneMessage?: boolean | undefined;
}

/**
 * The calls of one message. Each call is added when its block is complete, while the model still streams. Safe neighbours run
 * together. An unsafe call runs alone, after all calls before it and before all calls behind it. Results keep the order of the
 * calls. Before `messageComplete` only repeatable calls start, so that a message whose stream is cut can be discarded. Source:
 * ORCH-02, ORCH-04, ORCH-06, ORCH-09.
 */
export class Schedule {
  #slots: readonly Slot[] = [];
  /** The largest number of calls that run at once (ORCH-03). */
  readonly #limit: number;
  #stopped: string | undefined;
  readonly #isOneMessage: boolean;
  #complete: boolean;

  constructor(limit: number, { isOneMessage = true }: ScheduleOptions = {}) {
    this.#limit = limit;
    this.#isOneMessage = isOneMessage;
    this.#complete = !isOneMessage;
  }

  /** Adds a call. Its result is also among `results`. `refused`: the reason that this call may not run. */
  add(run: ScheduledRun, refused?: string): Promise<SettledCall> {
    const nothing = Promise.resolve(undefined);
    const slot: Slot = { state: 'parsing', safe: false, repeatable: false, settled: nothing, name: '', refused };
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

  /** Marks the message as complete and kept, so that calls with effects may start. */
  messageComplete(): void {
    this.#complete = true;
    this.#pump();
  }

  /** Refuses all waiting calls. Running calls continue. */
  stop(why: string): void {
    this.#stopped ??= why;
    for (const slot of this.#slots) {
      if (slot.state === 'waiting' || slot.state === 'upgrading') slot.refuse?.(errors.TOOL_NOT_RUN({ name: slot.name, why }));
    }
  }

  get size(): number {
    return this.#slots.length;
  }

  /** Returns all results in the order of the calls. Rejects with the first fault, after every call has ended. */
  async results(): Promise<SettledCall[]> {
    await Promise.allSettled(this.#slots.map((slot) => slot.settled));
    const settled = await Promise.all(this.#slots.map((slot) => slot.settled));
    return settled.filter((call) => call !== undefined);
  }

  /** Waits until the call may start. A second wait, after a hook made the input unsafe, lasts until no other call runs. */
  #turn(slot: Slot, call: ParsedCall): Promise<void> {
    slot.name = call.tool.name;
    const why = this.#stopped ?? slot.refused;
    if (why !== undefined) return Promise.reject(errors.TOOL_NOT_RUN({ name: slot.name, why }));
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

/** Whether a call may run twice: after a crash, or for a message that is requested again. */
export function isRepeatable(call: ParsedCall): boolean {
  return call.tool.tool.annotations?.idempotentHint ?? call.tool.isReadOnly(call.parsed.input);
}

interface Slot {
  state: 'parsing' | 'waiting' | 'running' | 'upgrading' | 'ended';
  safe: boolean;
  repeatable: boolean;
  name: string;
  readonly refused: string | undefined;
  settled: Promise<SettledCall | undefined>;
  start?: () => void;
  refuse?: (error: Error) => void;
}

function begin(slot: Slot): void {
  slot.state = 'running';
  slot.start?.();
}
