import type { HookEvent } from '@loadout/core';

/** How long a hook outside of this process may take when its entry does not say. Source: HOOK-18. */
export function defaultSeconds(type: 'command' | 'http' | 'mcp_tool' | 'prompt' | 'agent', event: HookEvent): number {
  if (event === 'SessionEnd') return 1.5;
  if (type === 'agent') return 60;
  return event === 'UserPromptSubmit' || type === 'prompt' ? 30 : 600;
}
