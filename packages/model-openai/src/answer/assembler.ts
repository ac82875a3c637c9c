import type { ModelEvent } from '@loadout/core/model';

/** An event of a stream, its data parsed. */
export interface WireEvent {
  /** The type in the data, else the name of the event; empty if there is neither. */
  readonly type: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** Makes a message out of the events of a stream, block by block. Source: LOOP-02. */
export interface Assembler {
  /** Part of the message has gone out, so it cannot be asked for again. */
  readonly hasBegun: boolean;
  /** Grows with each event that adds something to the message. */
  readonly size: number;
  /** The message is complete and its `end` has gone out. */
  readonly isDone: boolean;
  /** The message is complete but for counts that may still come. */
  readonly awaitsUsage: boolean;
  /** Adds the events of a wire event to `out`. */
  take(event: WireEvent, out: ModelEvent[]): void;
  /** The server said that nothing follows. */
  sign(out: ModelEvent[]): void;
  /** The stream is over. Contract: adds the end, or throws MODEL_STREAM_CUT. */
  close(out: ModelEvent[], cause: unknown): void;
}
