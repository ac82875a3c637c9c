import type { Position } from '../errors.js';
import type { HookEvent } from '../hook/events.js';

/** One hook of the configuration: its handler `type` and the fields of that type. */
export interface HookPlan {
  readonly event: HookEvent;
  readonly matcher?: string | undefined;
  /** `person` for a hook from another program's file, in which `systemMessage` is for people only. Source: HOOK-11. */
  readonly messageTo?: 'person' | undefined;
  readonly entry: Readonly<Record<string, unknown>> & { readonly type: string };
  /** The folder in which a program of the hook starts. Default: the working folder of the session. */
  readonly cwd?: string | undefined;
  readonly position?: Position | undefined;
}
