import type { Decision } from '../../../model/trajectory.js';

/** A part of a conversation, in the order in which it is shown. A part that changes is replaced by a new value with the same key. */
export type Item = PromptItem | TextItem | CallItem | EndItem | NoteItem;

export interface PromptItem {
  readonly kind: 'prompt';
  readonly key: string;
  readonly text: string;
}

export interface TextItem {
  readonly kind: 'text' | 'thinking';
  readonly key: string;
  /** The names of the subagents, the outermost first. Empty for the agent itself. */
  readonly under: readonly string[];
  /** The text in pieces, of which only the last one grows. */
  readonly pieces: readonly string[];
}

export interface CallItem {
  readonly kind: 'call';
  readonly key: string;
  readonly under: readonly string[];
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly input: unknown;
  readonly state: CallState;
  readonly decision?: Decision | undefined;
  readonly result?: string | undefined;
  readonly durationMs?: number | undefined;
}

export type CallState = 'running' | 'done' | 'failed' | 'denied' | 'refused' | 'interrupted' | 'deferred';

/** The end of a run. A run that waits for an approval has no end yet. */
export interface EndItem {
  readonly kind: 'end';
  readonly key: string;
  readonly outcome: string;
  readonly facts: readonly (readonly [name: string, value: string])[];
  readonly problem?: string | undefined;
}

export interface NoteItem {
  readonly kind: 'note';
  readonly key: string;
  readonly text: string;
}
