import { runHooks } from '../hooks/run.js';
import type { CallEnvironment } from './environment.js';
import { forCall, toolSubject } from './hook-subject.js';
import { throwIfInterrupted } from './interrupt.js';
import { replaceInput } from './parse-input.js';
import type { HookedCall, ParsedCall } from './states.js';

/** Hooks may deny, ask, allow, change the input or end the run. */
export async function preToolUse(call: ParsedCall, env: CallEnvironment): Promise<HookedCall> {
  throwIfInterrupted(call, env);
  const hooked = await runHooks('PreToolUse', toolSubject(call), forCall(call, env));
  throwIfInterrupted(call, env);
  const over = hooked.verdict?.behavior === 'deny' || hooked.stop !== undefined;
  if (hooked.updatedInput === undefined || over) return { ...call, hooked };
  return { ...(await replaceInput(call, hooked.updatedInput.value, env)), hooked };
}
