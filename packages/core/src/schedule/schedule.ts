import type { ParsedCall, SettledCall } from '../call/states.js';
import { errors } from '../errors.js';

/**
 * Runs one call, which waits for `turn` after its input is parsed. `kept` resolves when the message of the call is complete and
 * recorded, and rejects with TOOL_NOT_RUN if the message is discarded.
 */
export type ScheduledRun = (turn: (call: ParsedCall) => Promise<void>, kept: () => Promise<void>) => Promise<SettledCall>;

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
 * calls. Before `messageComplete` only read-only calls start, so that a message whose stream is cut can be discarded (decision
 * 0088). Source: ORCH-02, ORCH-04, ORCH-06, ORCH-09.
 */
export class Schedule {
  /** All calls of the message, or the calls that have not ended. */
  readonly #slots = new Set<Slot>();
  /** The calls that have not started, in their order. */
  readonly #ahead = new Set<Slot>();
  readonly #running = new Set<Slot>();
  /** The largest number of calls that run at once (ORCH-03). */
  readonly #limit: number;
  #stopped: string | undefined;
  readonly #isOneMessage: boolean;
  readonly #message: Message;

  constructor(limit: number, { isOneMessage = true }: ScheduleOptions = {}) {
    this.#limit = limit;
    this.#isOneMessage = isOneMessage;
    this.#message = new Message();
    if (!isOneMessage) this.#message.keep();
  }

  /** Adds a call. Its result is also among `results`. `refused`: the reason that this call may not run. */
  add(run: ScheduledRun, refused?: string): Promise<SettledCall> {
    const nothing = Promise.resolve(undefined);
    const slot: Slot = { state: 'parsing', safe: false, early: false, settled: nothing, name: '', refused };
    if (this.#isOneMessage) this.#take(slot);
    const turn = (call: ParsedCall) => this.#turn(slot, call);
    const settled = run(turn, () => this.#message.kept(slot.name)).finally(() => {
      slot.state = 'ended';
      this.#ahead.delete(slot);
      this.#running.delete(slot);
      if (!this.#isOneMessage) this.#slots.delete(slot);
      this.#pump();
    });
    slot.settled = settled;
    settled.catch(() => {});
    return settled;
  }

  /** Marks the message as complete and kept, so that calls with effects may start. */
  messageComplete(): void {
    this.#message.keep();
    this.#pump();
  }

  /** Refuses all waiting calls. Running calls continue. */
  stop(why: string): void {
    this.#stopped ??= why;
    this.#message.discard(why);
    for (const slot of [...this.#running, ...this.#ahead])
      if (slot.state === 'waiting' || slot.state === 'upgrading') slot.refuse?.(errors.TOOL_NOT_RUN({ name: slot.name, why }));
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Returns all results in the order of the calls. Rejects with the first fault, after every call has ended. */
  async results(): Promise<SettledCall[]> {
    const slots = [...this.#slots];
    await Promise.allSettled(slots.map((slot) => slot.settled));
    const settled = await Promise.all(slots.map((slot) => slot.settled));
    return settled.filter((call) => call !== undefined);
  }

  #take(slot: Slot): void {
    this.#slots.add(slot);
    this.#ahead.add(slot);
  }

  /** Waits until the call may start. A second wait, after a hook made the input unsafe, lasts until no other call runs. */
  #turn(slot: Slot, call: ParsedCall): Promise<void> {
    slot.name = call.tool.name;
    const why = this.#stopped ?? slot.refused;
    if (why !== undefined) return Promise.reject(errors.TOOL_NOT_RUN({ name: slot.name, why }));
    if (!this.#slots.has(slot)) this.#take(slot);
    slot.state = slot.state === 'running' ? 'upgrading' : 'waiting';
    slot.safe = call.tool.isConcurrencySafe(call.parsed.input);
    slot.early = isRepeatable(call) && call.tool.isReadOnly(call.parsed.input);
    return new Promise((resolve, reject) => {
      slot.start = resolve;
      slot.refuse = reject;
      this.#pump();
    });
  }

  #pump(): void {
    const running = [...this.#running];
    const upgrading = running.find((slot) => slot.state === 'upgrading');
    if (upgrading !== undefined) {
      if (running.every((slot) => slot.state === 'upgrading') && this.#may(upgrading)) begin(upgrading);
      return;
    }
    let allSafe = running.every((slot) => slot.safe);
    for (const slot of this.#ahead) {
      const isFree = this.#running.size === 0 || (slot.safe && allSafe && this.#running.size < this.#limit);
      if (slot.state !== 'waiting' || !isFree || !this.#may(slot)) return;
      this.#ahead.delete(slot);
      this.#running.add(slot);
      begin(slot);
      allSafe &&= slot.safe;
    }
  }

  #may(slot: Slot): boolean {
    return this.#message.isKept || slot.early;
  }
}

/** Whether a call may run twice: after a crash. */
export function isRepeatable(call: ParsedCall): boolean {
  return call.tool.tool.annotations?.idempotentHint ?? call.tool.isReadOnly(call.parsed.input);
}

/** Whether the message of the calls is kept, which its end decides. */
class Message {
  isKept = false;
  #discarded: string | undefined;
  readonly #waiting: { resolve(): void; reject(error: Error): void; readonly name: string }[] = [];

  /** Contract: rejects with TOOL_NOT_RUN. */
  kept(name: string): Promise<void> {
    if (this.isKept) return Promise.resolve();
    if (this.#discarded !== undefined) return Promise.reject(errors.TOOL_NOT_RUN({ name, why: this.#discarded }));
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject, name }));
  }

  keep(): void {
    this.isKept = true;
    for (const { resolve } of this.#waiting.splice(0)) resolve();
  }

  discard(why: string): void {
    this.#discarded ??= why;
    for (const { reject, name } of this.#waiting.splice(0)) reject(errors.TOOL_NOT_RUN({ name, why }));
  }
}

interface Slot {
  state: 'parsing' | 'waiting' | 'running' | 'upgrading' | 'ended';
  safe: boolean;
  early: boolean;
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
