import type { HookRound } from '../hooks/round.js';
import { runHooks } from '../hooks/run.js';
import type { CallEnvironment } from './environment.js';
import { textOfContent } from './result-text.js';
import type { CheckedCall, FollowedCall, ParsedCall } from './states.js';

/** Tells the hooks how it went. A result with `isError` is a failure to them too. */
export async function postToolUse(call: CheckedCall, env: CallEnvironment): Promise<FollowedCall> {
  const { output } = call;
  if (output.isError)
    return {
      ...call,
      followed: await tellFailure(
        call,
        { error: textOfContent(output.typedContent), interrupted: env.signal.aborted, durationMs: call.durationMs },
        env,
      ),
    };
  const input = {
    tool_name: call.tool.name,
    tool_input: call.parsed.input,
    tool_use_id: call.id,
    tool_response: output.structuredContent ?? output.typedContent,
    duration_ms: call.durationMs,
  };
  return { ...call, followed: await runHooks('PostToolUse', input, { ...env, aliases: call.tool.aliases }) };
}

export function tellFailure(
  call: ParsedCall,
  failure: { error: string; interrupted: boolean; durationMs: number },
  env: CallEnvironment,
): Promise<HookRound> {
  const input = {
    tool_name: call.tool.name,
    tool_input: call.parsed.input,
    tool_use_id: call.id,
    error: failure.error,
    is_interrupt: failure.interrupted,
    duration_ms: failure.durationMs,
  };
  return runHooks('PostToolUseFailure', input, { ...env, aliases: call.tool.aliases });
}
