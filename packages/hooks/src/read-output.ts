import type { HookEvent, HookOutput } from '@loadout/core';

/** Events whose plain text is context for the model. */
const TEXT_IS_CONTEXT: readonly HookEvent[] = ['UserPromptSubmit', 'SessionStart', 'PreCompact'];

/**
 * Reads the text answer of a program, a server or a tool: as JSON if it begins like an object, else as plain text. Source:
 * HOOK-16.
 */
export function readOutput(
  given: string,
  { event, from }: { readonly event: HookEvent; readonly from: string },
): HookOutput | undefined {
  const text = given.trim();
  if (text.startsWith('{')) return parseOutput(text, from);
  if (text === '') return undefined;
  if (event === 'WorktreeCreate') return { hookSpecificOutput: { hookEventName: event, worktreePath: text } };
  return TEXT_IS_CONTEXT.includes(event) ? contextFor(event, text) : undefined;
}

function parseOutput(text: string, from: string): HookOutput {
  try {
    return JSON.parse(text) as HookOutput;
  } catch {
    throw new Error(`its ${from} starts with { but is not JSON: ${text.slice(0, 200)}`);
  }
}

export const contextFor = (event: HookEvent, text: string): HookOutput => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
