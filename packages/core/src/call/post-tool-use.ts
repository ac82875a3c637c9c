import type { HookRound } from '../contract/hook/round.js';
import { runHooks } from '../hooks/run.js';
import type { CallEnvironment } from './environment.js';
import { forCall, toolSubject } from './hook-subject.js';
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
    ...toolSubject(call),
    tool_response: output.structuredContent ?? output.typedContent,
    duration_ms: call.durationMs,
  };
  return { ...call, followed: await runHooks('PostToolUse', input, forCall(call, env)) };
}

export function tellFailure(
  call: ParsedCall,
  failure: { error: string; interrupted: boolean; durationMs: number },
  env: CallEnvironment,
): Promise<HookRound> {
  const input = {
    ...toolSubject(call),
    error: failure.error,
    is_interrupt: failure.interrupted,
    duration_ms: failure.durationMs,
  };
  return runHooks('PostToolUseFailure', input, forCall(call, env));
}
