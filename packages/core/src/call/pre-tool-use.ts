import { runHooks } from '../hooks/run.js';
import type { CallEnvironment } from './environment.js';
import { parseFor } from './parse-input.js';
import type { HookedCall, ParsedCall } from './states.js';

/** Hooks may deny, ask, allow or change the input. What they changed is parsed again and, if it may no longer run beside others, waits to run alone. */
export async function preToolUse(call: ParsedCall, env: CallEnvironment): Promise<HookedCall> {
  const input = { tool_name: call.tool.name, tool_input: call.parsed.input, tool_use_id: call.id };
  const hooked = await runHooks('PreToolUse', input, { ...env, aliases: call.tool.aliases });
  if (hooked.updatedInput === undefined) return { ...call, hooked };
  const rewritten = { ...call, parsed: { input: await parseFor(call, hooked.updatedInput.value) } };
  if (call.tool.isConcurrencySafe(call.parsed.input) && !call.tool.isConcurrencySafe(rewritten.parsed.input))
    await env.turn(rewritten);
  return { ...rewritten, hooked };
}
