import type { HookInput } from '../types/hooks.js';
import type { Options } from '../types/options.js';

/** What a program says about planning goes with each prompt that is asked while only reading is possible. */
export function withPlanHook({ hooks, planModeInstructions: text }: Options): Options['hooks'] {
  if (text === undefined || text === '') return hooks;
  const tell = async ({ permission_mode }: HookInput) =>
    permission_mode === 'plan'
      ? { hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: text } }
      : undefined;
  return { ...hooks, UserPromptSubmit: [...(hooks?.UserPromptSubmit ?? []), { hooks: [tell as never] }] };
}
