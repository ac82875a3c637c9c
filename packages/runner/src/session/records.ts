import type { Block, Message, PermissionUpdate, StopReason, ToolResultBlock, Usage } from '@loadout/core';
import type { RunResult } from '../report/events.js';

/**
 * One line of a session file. The file is the journal too: what was about to happen stands in it before it happens, what
 * happened right after, so that a process that is killed at any moment can be followed by one that goes on.
 */
export type SessionRecord =
  | SessionHeader
  /**
   * A run was asked this and is about to start; the user's `message` follows once hooks and skills have had their say. A
   * process that is killed in between has not lost the prompt.
   */
  | {
      readonly t: 'asked';
      readonly uuid: string;
      readonly prompt: string | readonly Block[];
      readonly isVerbatim?: boolean | undefined;
    }
  /** The model's or the user's message, whole. `apiId` and `model` are what the provider named. */
  | {
      readonly t: 'message';
      readonly message: Message;
      readonly uuid?: string | undefined;
      readonly apiId?: string | undefined;
      readonly model?: string | undefined;
      readonly usage?: Usage | undefined;
      readonly stopReason?: StopReason | undefined;
    }
  /** A call is permitted and about to run. `repeatable`: running it again does no harm. */
  | { readonly t: 'started'; readonly id: string; readonly name: string; readonly repeatable: boolean }
  /** A call ended; this block answers it. */
  | { readonly t: 'ended'; readonly id: string; readonly outcome: string; readonly block: ToolResultBlock }
  /** All calls of the last message are answered, by the blocks of these ids in this order. */
  | { readonly t: 'results'; readonly ids: readonly string[]; readonly uuid?: string | undefined }
  /** From here on the conversation ends with the message of this uuid; what came after it is taken back. */
  | { readonly t: 'cut'; readonly uuid: string }
  /** From here on the conversation is this one; what it was stands in the records before. Source: COMPACT-09. */
  | {
      readonly t: 'compact';
      readonly trigger: 'manual' | 'auto';
      readonly preTokens: number;
      readonly messages: readonly Message[];
    }
  | { readonly t: 'cwd'; readonly cwd: string }
  /** What was found out about the place when the session began: behind `environment` of the header in each request. Source: LOOP-22. */
  | { readonly t: 'surroundings'; readonly text: string }
  /** Somebody who was asked, or the host, granted these; a resumed session has them. Source: PERM-04. */
  | { readonly t: 'permissions'; readonly updates: readonly PermissionUpdate[] }
  | { readonly t: 'end'; readonly result: Omit<RunResult, 'structuredOutput'> };

export interface SessionHeader {
  readonly t: 'session';
  readonly version: 1;
  readonly id: string;
  readonly agent: string;
  readonly cwd: string;
  readonly startedAt: string;
  /** Kept so that a resumed session sends the same first bytes, and finds the prompt cache warm (SESS-04). */
  readonly environment: string;
  readonly artifactDir: string;
  readonly forkedFrom?: string | undefined;
}
