import type { ToolSubject } from '../contract/hook/inputs.js';
import type { HookRound } from '../contract/hook/round.js';
import type { Access } from '../contract/permission.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { isLoadoutError, messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { type CallSubject, runHooks, tellHooks } from '../hooks/run.js';
import { throwIfInterrupted } from '../interrupt/interrupt.js';
import { textOf } from '../model/answer.js';
import { unclearRun } from '../permit/command-pattern.js';
import { callAgainst } from '../permit/match-rules.js';
import { parsePermissionRule } from '../permit/parse-rule.js';
import type { CallEnvironment } from './environment.js';
import { replaceInput } from './parse-input.js';
import type { CheckedCall, HookedCall, ParsedCall, PostHookedCall } from './states.js';

/** Fires PreToolUse. Its hooks may deny, ask, allow, change the input or end the run. */
export async function preToolUse(call: ParsedCall, env: CallEnvironment): Promise<HookedCall> {
  throwIfInterrupted(call, env);
  const hooked = await runHooks('PreToolUse', toolSubject(call), forCall(call, env));
  throwIfInterrupted(call, env);
  const over = hooked.verdict?.behavior === 'deny' || hooked.stop !== undefined;
  if (hooked.updatedInput === undefined || over) return { ...call, hooked };
  return { ...(await replaceInput(call, hooked.updatedInput.value, env)), hooked };
}

/** Fires PostToolUse, or PostToolUseFailure for a result with `isError`. */
export async function postToolUse(call: CheckedCall, env: CallEnvironment): Promise<PostHookedCall> {
  const { output } = call;
  if (output.isError)
    return {
      ...call,
      postHooked: await tellFailure(
        call,
        { error: textOf({ content: output.typedContent }), interrupted: env.signal.aborted, durationMs: call.durationMs },
        env,
      ),
    };
  const input = {
    ...toolSubject(call),
    tool_response: output.structuredContent ?? output.typedContent,
    duration_ms: Math.round(call.durationMs),
  };
  return { ...call, postHooked: await runHooks('PostToolUse', input, forCall(call, env)) };
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
    duration_ms: Math.round(failure.durationMs),
  };
  return runHooks('PostToolUseFailure', input, forCall(call, env));
}

type Deciding = Pick<CallEnvironment, 'permissions'>;
type Subject = Pick<ParsedCall, 'tool' | 'context'>;

/** The parts of a call that its events name. */
type NamedCall = Pick<ParsedCall, 'tool' | 'id'> & { readonly parsed: Pick<ParsedCall['parsed'], 'written'> };

/**
 * Describes a call for every event about it. The input has no defaults of the schema: a hook that fills in missing values must
 * see the gaps.
 */
export function toolSubject({ tool, id, parsed }: NamedCall): ToolSubject {
  const { server } = tool.origin;
  return {
    tool_name: tool.name,
    tool_input: parsed.written,
    tool_use_id: id,
    ...(server === undefined ? {} : { mcp_server: { name: server, source: tool.origin.from } }),
  };
}

/** Returns the environment for hooks on an event about this call. */
export const forCall = <E extends Deciding>(call: Subject, env: E): E & CallSubject => ({
  ...env,
  aliases: call.tool.aliases,
  fits: (rule, input) => fits(call, { rule, input, env }),
});

/** Whether a call fits a rule. The rule is read as an ask rule, which fits if any part of the call fits. Source: HOOK-14. */
async function fits(
  call: Subject,
  { rule: text, input, env }: { rule: string; input: unknown; env: Deciding },
): Promise<boolean> {
  try {
    const rule = parsePermissionRule(text, { behavior: 'ask', layer: 'agent' });
    if (rule.specifier === undefined || rule.specifier === '*')
      return callAgainst({ tool: call.tool, input, accesses: [] }, env.permissions())(rule).namesTool;
    const parsed = await call.tool.input.parse(structuredClone(input));
    if (!parsed.ok) return true;
    const accesses = (await call.tool.tool.access?.(parsed.value, call.context)) ?? [];
    const match = callAgainst({ tool: call.tool, input: parsed.value, accesses }, env.permissions())(rule);
    const mayMatch = (access: Access) =>
      access.kind === 'run' && (unclearRun(access) !== undefined || match.mayMatch.has(access));
    return match.matchesInput || match.matches.size > 0 || (match.namesTool && accesses.some(mayMatch));
  } catch {
    return true;
  }
}

/** Asks the PermissionRequest hooks before anybody else. Throws if a hook denies or ends the run. Source: HOOK-28. */
export async function requestHooks(
  call: HookedCall,
  suggestions: readonly PermissionUpdate[],
  env: CallEnvironment,
): Promise<HookRound> {
  const input = { ...toolSubject(call), permission_suggestions: suggestions };
  const round = await runHooks('PermissionRequest', input, forCall(call, env));
  throwIfInterrupted(call, env);
  if (round.stop !== undefined) throw errors.TOOL_NOT_RUN({ name: call.tool.name, why: round.stop });
  const { verdict } = round;
  if (verdict?.behavior !== 'deny') return round;
  throw errors.PERMISSION_DENIED(
    { reason: `${call.tool.name} is denied by the hook ${verdict.by}: ${verdict.reason}` },
    { cause: { by: 'hook', interrupt: round.interrupt === true } },
  );
}

/** Adds rules that an answer asks for. Rules that cannot be added are a deny, as with a person's answer. */
export function grant(call: HookedCall, updates: readonly PermissionUpdate[] | undefined, env: CallEnvironment): void {
  if (updates === undefined) return;
  try {
    env.updatePermissions?.(updates);
  } catch (error) {
    throw errors.PERMISSION_DENIED({
      reason: `${call.tool.name} is denied: what a hook wants to be allowed cannot be (${messageOf(error)}).`,
    });
  }
}

export function notifyOfQuestion(call: HookedCall, env: CallEnvironment): void {
  const message = `A permission is needed to use ${call.tool.name}.`;
  tellHooks('Notification', { message, title: 'Permission needed', notification_type: 'permission_prompt' }, env);
}

/** Fires PermissionDenied for a denial. Returns the error to throw, which says so if a hook lets the model try again. */
export async function tellDenied(call: HookedCall, error: unknown, env: CallEnvironment): Promise<unknown> {
  if (!isLoadoutError(error) || error.code !== 'PERMISSION_DENIED' || !env.hooks.has('PermissionDenied')) return error;
  const input = { ...toolSubject(call), reason: error.message };
  const round = await runHooks('PermissionDenied', input, forCall(call, env));
  if (round.retry !== true) return error;
  const { fix, cause } = error;
  return errors.PERMISSION_DENIED({ reason: `${error.message} You may try this call again.` }, { fix, cause });
}
