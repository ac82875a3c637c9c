import type { HookEvent, HookOutput } from '@loadout/core';
import type { CommandExit } from './run-command.js';

/** What exit code 2 means for each event: it blocks, or its words go to the model, or only to the person. Source: HOOK-17. */
const EXIT_2: Readonly<Record<HookEvent, 'block' | 'model' | 'person'>> = {
  PreToolUse: 'block',
  UserPromptSubmit: 'block',
  Stop: 'block',
  PostToolUse: 'model',
  PostToolUseFailure: 'model',
  PreCompact: 'block',
  PostCompact: 'person',
  SessionStart: 'person',
  SessionEnd: 'person',
};

/** Events whose plain standard output is context for the model. */
const TEXT_IS_CONTEXT: readonly HookEvent[] = ['UserPromptSubmit', 'SessionStart', 'PreCompact'];

/** How a shell says that it has nothing to run. A guard that is not there guards nothing, so this is no mere problem. */
const [NOT_EXECUTABLE, NOT_FOUND] = [126, 127];

/**
 * The field's protocol: 0 reads standard output, 2 blocks with standard error, anything else is a problem that blocks
 * nothing. JSON on standard output counts with any code, except where 2 blocks. Source: HOOK-16.
 */
export function readExit(
  exit: CommandExit,
  event: HookEvent,
): { readonly output?: HookOutput | undefined; readonly problem?: string | undefined } {
  const stderr = exit.stderr.trim();
  if (exit.code === NOT_FOUND || exit.code === NOT_EXECUTABLE)
    throw new Error(`it could not be started: ${stderr.slice(0, 500) || `exit code ${exit.code}`}`);
  if (exit.code === 2) return onExit2(stderr || 'no reason was given on standard error', event);
  const problem =
    exit.code === 0
      ? undefined
      : `it ended with ${exit.code === null ? `signal ${exit.signal}` : `exit code ${exit.code}`}${stderr === '' ? '' : `: ${stderr.slice(0, 500)}`}`;
  const text = exit.stdout.trim();
  if (!text.startsWith('{'))
    return {
      output: TEXT_IS_CONTEXT.includes(event) && text !== '' && exit.code === 0 ? contextFor(event, text) : undefined,
      problem,
    };
  return { output: parseOutput(text), problem };
}

function onExit2(reason: string, event: HookEvent): { output?: HookOutput; problem?: string } {
  switch (EXIT_2[event]) {
    case 'block':
      return { output: { decision: 'block', reason } };
    case 'model':
      return { output: contextFor(event, reason) };
    case 'person':
      return { problem: reason };
  }
}

function parseOutput(text: string): HookOutput {
  try {
    return JSON.parse(text) as HookOutput;
  } catch {
    throw new Error(`its standard output starts with { but is not JSON: ${text.slice(0, 200)}`);
  }
}

const contextFor = (event: HookEvent, text: string): HookOutput => ({
  hookSpecificOutput: { hookEventName: event, additionalContext: text },
});
