import type { Contents, FileChanges, Trajectory } from '../../model/trajectory.js';
import type { Found, LiveEvent } from '../../model/wire.js';
import type { RulesAnswer } from '../../rules/rule-suggestions.js';

/** Where the page reads a recording from: the data in the page itself, or its server. */
export interface Recording {
  readonly trajectory: Trajectory;
  contents(id: number): Promise<Contents | undefined>;
  files(): Promise<FileChanges | undefined>;
  search(text: string): Promise<Found>;
  /** Reports new nodes until the signal fires. Absent: the recording is complete. */
  readonly follow?: ((on: LiveListener, signal: AbortSignal) => Promise<void>) | undefined;
}

export interface LiveListener {
  event(event: LiveEvent): void;
  /** The record was replaced by another one. */
  replaced(trajectory: Trajectory): void;
  /** Whether the connection stands. */
  connected(isConnected: boolean): void;
}

export interface Recordings {
  readonly recordings: readonly Recording[];
  /** Reads what the sessions of the project say of its rules. Absent: the recording is of no project here. */
  readonly rules?: (() => Promise<RulesAnswer>) | undefined;
  readonly exported?: { readonly at: number; readonly redacted: readonly string[] } | undefined;
}
