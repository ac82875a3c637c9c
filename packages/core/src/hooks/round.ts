import type { HookRound } from '../contract/hook/round.js';

export const NO_OPINION: HookRound = Object.freeze({ contexts: [], messages: [] });

export const STRICTNESS = { allow: 0, ask: 1, defer: 2, deny: 3 };

/** Combines two rounds: the stricter verdict, the later change, all texts. */
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
