import type { HookOutput } from '../contract/hook/answers.js';
import type { HookEvent } from '../contract/hook/events.js';
import type { HookContext } from '../contract/hook/hook.js';
import type { HookBase } from '../contract/hook/inputs.js';
import type { Clock } from '../interrupt/interrupt.js';
import type { BackgroundHooks } from './background.js';
import type { HookTable, RegisteredHook } from './register.js';

/** The surroundings of hooks, given by the code that fires an event. */
export interface HookEnvironment {
  readonly hooks: HookTable;
  readonly base: () => HookBase;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: HookEvents) => void;
  /** Also tells when a hook starts, what it prints and what it answered. Source: HOOK-26. */
  readonly tellsAll?: boolean | undefined;
  /** Hooks marked `once` that ran already. Absent: nobody remembers. */
  readonly ranOnce?: Set<RegisteredHook> | undefined;
  /** Where hooks go that nobody waits for. Absent: they are waited for, and decide nothing. */
  readonly background?: BackgroundHooks | undefined;
  /** Keeps a long text; gives back the path under which it can be read. Absent: it is cut. */
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
  /** The parts of a run that hooks may use. */
  readonly lends?: Pick<HookContext, 'smallModel' | 'callTool' | 'environmentFile' | 'askAgent'> | undefined;
}

export type HookEvents = HookRan | HookSaid | HookStarted | HookProgress | HookResponse;

/** One hook ran. `problem` tells of a failure, whether or not it blocked. */
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

/** The output of a program since the last such event. */
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
}
