import type { Access, PermissionMode, Position } from '@loadout/core';
import type { Block, Message, StopReason, ToolResultBlock, Usage } from '@loadout/core/model';
import type { PermissionUpdate, SettledCall } from '@loadout/core/run';
import type { RunResult } from './run-result.js';

/** A record, with the time at which it was written, in milliseconds since 1970. Records of other programs have no times. */
export type SessionRecord = RecordBody & { readonly at?: number | undefined };

/**
 * One line of a session file. The file is also the journal: an action is recorded before it happens and its outcome right after,
 * so that another process can continue after a kill at any moment.
 */
export type RecordBody =
  | SessionHeader
  /**
   * A prompt was received and its run is about to start. The user's `message` follows once hooks and skills are done. A process
   * that is killed in between has not lost the prompt.
   */
  | {
      readonly t: 'asked';
      readonly uuid: string;
      readonly prompt: string | readonly Block[];
      readonly isVerbatim?: boolean | undefined;
      /** For a subagent that survives its process: the call that waits for it. */
      readonly by?: AskingCall | undefined;
    }
  /**
   * A whole message of the model or the user. `apiId`, `requestId` and `model` are the provider's values. `isText`: the first
   * block was given as a text, not as a list of blocks. `isBlocks`: it is a prompt that was given as a list.
   */
  | {
      readonly t: 'message';
      readonly message: Message;
      readonly uuid?: string | undefined;
      readonly apiId?: string | undefined;
      readonly requestId?: string | undefined;
      readonly isText?: boolean | undefined;
      readonly isBlocks?: boolean | undefined;
      readonly model?: string | undefined;
      readonly usage?: Usage | undefined;
      readonly stopReason?: StopReason | undefined;
      /** US dollars; `null` if the price is unknown. */
      readonly costUsd?: number | null | undefined;
    }
  /**
   * A run begins or its rules have changed: the model, the mode, and the rules in the order in which they are tried. A replay
   * ignores it; a reader learns which rules were tried.
   */
  | {
      readonly t: 'run';
      /** `contextWindow`: in tokens, if it is known. */
      readonly model: { readonly id: string; readonly provider: string; readonly contextWindow?: number | undefined };
      readonly mode: PermissionMode;
      readonly rules: readonly RecordedRule[];
    }
  /** A permitted call is about to run. `repeatable`: running it again does no harm. */
  | {
      readonly t: 'started';
      readonly id: string;
      readonly name: string;
      readonly repeatable: boolean;
      readonly decision?: RecordedDecision | undefined;
    }
  /** A call ended; this block is its answer. `decision`: what denied it. */
  | {
      readonly t: 'ended';
      readonly id: string;
      readonly outcome: string;
      readonly block: ToolResultBlock;
      /** Other calls of the message with the same answer. */
      readonly also?: readonly string[] | undefined;
      readonly durationMs?: number | undefined;
      readonly code?: string | undefined;
      readonly decision?: RecordedDecision | undefined;
    }
  /** A skill began. Its rules, its tools and its hooks hold until the end of the prompt, also in a resumed session. */
  | { readonly t: 'skill'; readonly name: string }
  /** A call waits for an answer that comes later. A resumed session runs the call again. */
  | { readonly t: 'deferred'; readonly id: string }
  /** A hook answered about a call, or failed. Hooks without an opinion are not recorded. */
  | {
      readonly t: 'hook';
      readonly id: string;
      readonly event: string;
      readonly name: string;
      readonly outcome: string;
      readonly durationMs: number;
      readonly position?: Position | undefined;
    }
  /** All calls of the last message are answered, by the blocks of these ids in this order. */
  | { readonly t: 'results'; readonly ids: readonly string[]; readonly uuid?: string | undefined }
  /** From here on the conversation ends with the message of this uuid; later messages are taken back. */
  | { readonly t: 'cut'; readonly uuid: string }
  /** From here on the conversation is this one; the records before hold the earlier one. Source: COMPACT-09. */
  | {
      readonly t: 'compact';
      readonly trigger: 'manual' | 'auto';
      readonly preTokens: number;
      readonly messages: readonly Message[];
    }
  | { readonly t: 'cwd'; readonly cwd: string }
  /** A person gave the session a name. The last one counts. */
  | { readonly t: 'name'; readonly name: string }
  /**
   * Facts about the working directory, gathered when the session began. In each request they follow the header's `environment`.
   * Source: LOOP-22.
   */
  | { readonly t: 'surroundings'; readonly text: string }
  /** A person who was asked, or the host, granted these permissions. A resumed session has them. Source: PERM-04. */
  | { readonly t: 'permissions'; readonly updates: readonly PermissionUpdate[] }
  /**
   * Money that no message of this session has: for a summary, a question beside the conversation, or an answer that broke off.
   * `usd`: US dollars; `null` if the price is unknown.
   */
  | { readonly t: 'spent'; readonly purpose: string; readonly usd: number | null }
  | { readonly t: 'end'; readonly result: Omit<RunResult, 'structuredOutput'> };

/** A call that gave an agent its task, and the session of the call. */
export interface AskingCall {
  readonly session: string;
  readonly call: string;
  /** Whether the call did not wait for the agent. */
  readonly inBackground?: boolean | undefined;
}

/** The reason for which a call was allowed or denied. */
export interface RecordedDecision {
  /** One sentence. Absent where the call's result says it. */
  readonly reason?: string | undefined;
  /** The rule that decided, or the ask rule that made the question, as it is written. */
  readonly rule?: string | undefined;
  readonly position?: Position | undefined;
  /** Absent: a rule or the mode. `nobody`: there was nobody to ask. */
  readonly by?: 'hook' | 'person' | 'nobody' | undefined;
  /** For a question: the rules that would have made it needless, as they are written. Absent: no rule would. */
  readonly spared?: readonly string[] | undefined;
  /** The call that was decided. Absent for a call that touches more than a record holds. */
  readonly subject?: RecordedSubject | undefined;
}

/**
 * A call as the rules saw it, so that other rules can be held against it later. With the name and the input of the call, it is all
 * that a decision depends on besides the rules, the mode and the folders. Fields that are absent are false or empty.
 */
export interface RecordedSubject {
  readonly touches: readonly Access[];
  readonly aliases?: readonly string[] | undefined;
  /** The origin of the tool. Absent for a tool of Loadout or of a plugin. */
  readonly origin?: { readonly kind: 'custom' | 'mcp'; readonly server?: string | undefined } | undefined;
  readonly readOnly?: true | undefined;
  readonly openWorld?: true | undefined;
  /** Only a person can answer the call, whatever the rules say. */
  readonly needsPerson?: true | undefined;
  /** The reason for which `touches` is incomplete. */
  readonly unclear?: string | undefined;
}

export interface RecordedRule {
  readonly effect: 'deny' | 'ask' | 'allow';
  readonly rule: string;
  readonly position?: Position | undefined;
}

/**
 * The result of a call as programs see it. It is not a part of the conversation, so no record: a format for other programs shows it
 * beside the answer, and any other leaves it out.
 */
export type ShownCall = Pick<SettledCall, 'id' | 'name' | 'result'>;

/** An entry of a session file: a record, or what a format may show beside one. */
export type Written = SessionRecord | { readonly t: 'shown'; readonly call: ShownCall };

export interface SessionHeader {
  readonly t: 'session';
  readonly version: 1;
  readonly id: string;
  readonly agent: string;
  readonly cwd: string;
  readonly startedAt: string;
  /**
   * The environment text, kept so that a resumed session sends the same first bytes and finds the prompt cache warm (SESS-04).
   */
  readonly environment: string;
  readonly artifactDir: string;
  readonly forkedFrom?: string | undefined;
  /** For a subagent: the call that started it. */
  readonly startedBy?: string | undefined;
}

/** Returns the answers that a record of ended calls holds, one for each call. */
export const endedBlocks = ({
  block,
  also = [],
}: Pick<Extract<SessionRecord, { t: 'ended' }>, 'block' | 'also'>): readonly ToolResultBlock[] => [
  block,
  ...also.map((id) => ({ ...block, tool_use_id: id })),
];
