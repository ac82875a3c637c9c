import type { HookInput } from '../types/hooks.js';
import type { Options } from '../types/options.js';

/** Adds a hook that sends the program's plan instructions with each prompt in plan mode. */
export function withPlanHook({ hooks, planModeInstructions: text }: Options): Options['hooks'] {
  if (text === undefined || text === '') return hooks;
  const tell = async ({ permission_mode }: HookInput) =>
    permission_mode === 'plan'
      ? { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: text } }
      : undefined;
  return { ...hooks, UserPromptSubmit: [...(hooks?.UserPromptSubmit ?? []), { hooks: [tell as never] }] };
}
