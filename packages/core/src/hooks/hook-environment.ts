import type { Position } from '../contract/errors.js';
import type { HookOutput } from '../contract/hook/answers.js';
import type { HookEvent } from '../contract/hook/events.js';
import type { HookContext } from '../contract/hook/hook.js';
import type { HookBase } from '../contract/hook/inputs.js';
import type { Clock } from '../interrupt/interrupt.js';
import type { BackgroundHooks } from './background.js';
import type { HookTable, RegisteredHook } from './register.js';

/** Everything that hooks need from the code that fires an event. */
export interface HookEnvironment {
  readonly hooks: HookTable;
  readonly base: () => HookBase;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: HookEvents) => void;
  /** If true, events also report the start, the output and the answer of a hook. Source: HOOK-26. */
  readonly tellsAll?: boolean | undefined;
  /** Hooks marked `once` that have already run. Absent: nothing is remembered. */
  readonly ranOnce?: Set<RegisteredHook> | undefined;
  /** The place for hooks that nobody waits for. Absent: such hooks are awaited, and their decisions are ignored. */
  readonly background?: BackgroundHooks | undefined;
  /** Stores a long text and returns the path for reading it. Absent: the text is cut. */
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
  /**
   * For an event about a call: waits until the message of the call is complete and recorded. Throws TOOL_NOT_RUN if the message is
   * discarded. Absent: there is nothing to wait for.
   */
  readonly kept?: (() => Promise<void>) | undefined;
  /** The parts of a run that hooks may use. */
  readonly lends?: Pick<HookContext, 'smallModel' | 'callTool' | 'environmentFile' | 'variables' | 'askAgent'> | undefined;
}

export type HookEvents = HookRan | HookSaid | HookStarted | HookProgress | HookResponse;

/** The event of a hook that ran. `problem` describes a failure, whether or not it blocked. */
export interface HookRan extends HookSubject {
  readonly type: 'hook';
  readonly outcome: 'no opinion' | 'allow' | 'ask' | 'defer' | 'deny' | 'changed' | 'message' | 'failed';
  readonly durationMs: number;
  readonly problem?: string | undefined;
}

/** A message of a hook to the person watching. Source: HOOK-11. */
export interface HookSaid extends HookSubject {
  readonly type: 'hook_message';
  /** The name of the tool, for events about a call. */
  readonly tool?: string | undefined;
  readonly message: string;
}

interface HookStarted extends HookSubject {
  readonly type: 'hook_started';
  readonly statusMessage?: string | undefined;
}

/** The output of a program since the last event of this type. */
interface HookProgress extends HookSubject {
  readonly type: 'hook_progress';
  readonly stdout: string;
  readonly stderr: string;
}

/** The full answer of a hook and the output of its program. `HookRan` is the short form. */
export interface HookResponse extends Omit<HookRan, 'type'> {
  readonly type: 'hook_response';
  readonly answer?: HookOutput | undefined;
  readonly stdout?: string | undefined;
  readonly stderr?: string | undefined;
  readonly exitCode?: number | null | undefined;
}

export interface HookSubject {
  readonly event: HookEvent;
  readonly name: string;
  readonly toolUseId?: string | undefined;
  /** The place of the hook in the configuration. */
  readonly position?: Position | undefined;
}
