import type { SessionHeader, SessionRecord } from '@loadout/sessions';

export interface WriterContext {
  readonly sessionId: string;
  /** The id of the agent, for an agent's own file. */
  readonly agentId?: string | undefined;
  /** The program that began the session, in the terms of the format: `sdk-ts`, `sdk-cli`, `cli`. */
  readonly entrypoint: string;
}

/**
 * The uuid of the last line of a record that was read, if it cannot be derived from the record's uuid. In files of another
 * engine, each line of a message has its own uuid.
 */
export const tips = new WeakMap<SessionRecord, string>();

/**
 * Our own note on a message line, in addition to the format's fields. `blocks`: the number of consecutive lines that form the
 * message.
 */
export interface LineNote {
  readonly t: 'message' | 'results' | 'block' | 'compacted' | 'notes' | 'told';
  readonly blocks?: number;
  /** On the first line. A copy that contains only the message lines still records the session's origin. */
  readonly header?: SessionHeader | undefined;
}

/** The model of a message without a known model. */
export const UNNAMED_MODEL = 'unknown';
