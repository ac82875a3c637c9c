import type { HookRound } from '../contract/hook/round.js';
import type { PermissionUpdate } from '../contract/permission-update.js';
import { isLoadoutError } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { runHooks, tellHooks } from '../hooks/run.js';
import { throwIfInterrupted } from '../interrupt/interrupt.js';
import { messageOf } from '../message-of.js';
import type { CallEnvironment } from './environment.js';
import type { HookedCall } from './states.js';
import { forCall, toolSubject } from './tool-hooks.js';

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
