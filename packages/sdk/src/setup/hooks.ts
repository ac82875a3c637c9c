import type { AnyHook, HookEvent, HookOutput, HookSet } from '@loadout/core';
import { isHookEvent } from '@loadout/core/run';
import type { HookCallbackMatcher, HookJSONOutput } from '../types/hooks.js';
import type { Options } from '../types/options.js';
import { suggestionsOf } from './suggestions.js';

/** Shows a callback's message to the program's user. */
export type TellUser = (text: string, toolUseId: string | undefined) => void;

/** Converts a program's callbacks to hooks. They are external hooks: the callbacks of one event run in parallel. */
export function hookSetOf(hooks: Options['hooks'], tell: TellUser): HookSet | undefined {
  if (hooks === undefined) return undefined;
  const sets = Object.entries(hooks).flatMap(([event, matchers]) =>
    isHookEvent(event)
      ? [[event, (matchers ?? []).flatMap((matcher, index) => hooksOf(event, { matcher, index, tell }))] as const]
      : [],
  );
  return Object.fromEntries(sets) as HookSet;
}

/** One sentence for each event that never fires here. A program that listens to it still runs. */
export const unheard = (hooks: Options['hooks'] = {}): readonly string[] =>
  Object.keys(hooks)
    .filter((event) => !isHookEvent(event))
    .map((event) => `The hook event ${event} does not exist here: its callbacks are never called.`);

interface Registered {
  readonly matcher: HookCallbackMatcher;
  readonly index: number;
  readonly tell: TellUser;
}

function hooksOf(event: HookEvent, { matcher: given, index, tell }: Registered): readonly AnyHook[] {
  const { matcher, timeout, onFailure = 'continue' } = given;
  return given.hooks.map(
    (callback, at): AnyHook => ({
      name: `${event} callback ${index + 1}${given.hooks.length > 1 ? `.${at + 1}` : ''}`,
      external: true,
      onFailure,
      ...(typeof matcher === 'string' ? { matcher } : {}),
      ...(timeout === undefined || !(timeout > 0) ? {} : { timeoutSeconds: timeout }),
      run: async (input, toolUseId, { signal }) => {
        const { systemMessage, ...answer } = answerOf(await callback(toldOf(input) as never, toolUseId, { signal }));
        // In this protocol, `systemMessage` is for people; the model gets `additionalContext` (HOOK-11).
        if (typeof systemMessage === 'string') tell(`${placeOf(input)} says: ${systemMessage}`, toolUseId);
        return answer;
      },
    }),
  );
}

/**
 * The input of a callback. The program's own agent has no id in this protocol; only the agents under it have one. The suggestions
 * are those of `canUseTool` (GAP-D11).
 */
function toldOf(input: Parameters<AnyHook['run']>[0]): unknown {
  const { agent_id, agent_type, ...rest } = withSuggestions(input);
  return agent_id === 'main' ? rest : { ...rest, agent_id, agent_type };
}

const withSuggestions = (input: Parameters<AnyHook['run']>[0]): Parameters<AnyHook['run']>[0] =>
  input.hook_event_name === 'PermissionRequest'
    ? {
        ...input,
        permission_suggestions: suggestionsOf({
          suggestions: input.permission_suggestions,
          written: input.tool_input,
          blockedPath: undefined,
        }),
      }
    : input;

const placeOf = (input: Parameters<AnyHook['run']>[0]) =>
  'tool_name' in input ? `${input.hook_event_name}:${input.tool_name}` : input.hook_event_name;

/** The answer of a callback. A callback that continues in the background decides nothing. */
function answerOf(output: HookJSONOutput | undefined): HookOutput {
  return output === undefined || output === null || 'async' in output ? {} : output;
}
