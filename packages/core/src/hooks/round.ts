import type { Elicited } from '../contract/hook/events.js';
import type { PermissionUpdate } from '../permit/permission-update.js';

/** What all hooks of one event said, together. */
export interface HookRound {
  /** The strictest answer; absent when none had an opinion. */
  readonly verdict?:
    | { readonly behavior: 'allow' | 'ask' | 'defer' | 'deny'; readonly reason: string; readonly by: string }
    | undefined;
  /** Present when a hook changed the tool's input or output. */
  readonly updatedInput?: { readonly value: unknown } | undefined;
  readonly updatedOutput?: { readonly value: unknown } | undefined;
  /** For the model. */
  readonly contexts: readonly string[];
  /** For the model too. The person watching has been told. */
  readonly messages: readonly string[];
  /** A hook ends the run. */
  readonly stop?: string | undefined;
  /** What an answer to PermissionRequest brings beside its verdict: rules to add, or the end of the run. */
  readonly updatedPermissions?: readonly PermissionUpdate[] | undefined;
  readonly interrupt?: boolean | undefined;
  /** The model may try a denied call again. */
  readonly retry?: boolean | undefined;
  readonly initialUserMessage?: string | undefined;
  readonly watchPaths?: readonly string[] | undefined;
  /** Where a hook made the working tree. */
  readonly worktreePath?: string | undefined;
  /** What an MCP server is answered. */
  readonly elicited?: Elicited | undefined;
}

export const NO_OPINION: HookRound = Object.freeze({ contexts: [], messages: [] });

const STRICTNESS = { allow: 0, ask: 1, defer: 2, deny: 3 };

/** The stricter verdict, the later change, all words. */
export function combine(a: HookRound, b: HookRound): HookRound {
  const stricter =
    a.verdict === undefined || (b.verdict !== undefined && STRICTNESS[b.verdict.behavior] > STRICTNESS[a.verdict.behavior])
      ? b.verdict
      : a.verdict;
  return {
    verdict: stricter,
    updatedInput: b.updatedInput ?? a.updatedInput,
    updatedOutput: b.updatedOutput ?? a.updatedOutput,
    contexts: [...a.contexts, ...b.contexts],
    messages: [...a.messages, ...b.messages],
    stop: a.stop ?? b.stop,
    updatedPermissions: joined(a.updatedPermissions, b.updatedPermissions),
    interrupt: a.interrupt ?? b.interrupt,
    retry: a.retry ?? b.retry,
    initialUserMessage: a.initialUserMessage ?? b.initialUserMessage,
    watchPaths: joined(a.watchPaths, b.watchPaths),
    worktreePath: a.worktreePath ?? b.worktreePath,
    elicited: a.elicited === undefined || (a.elicited.action === 'accept' && b.elicited !== undefined) ? b.elicited : a.elicited,
  };
}

const joined = <T>(a: readonly T[] | undefined, b: readonly T[] | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : [...a, ...b];
