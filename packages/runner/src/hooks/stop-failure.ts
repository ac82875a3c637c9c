import { isLoadoutError } from '@loadout/core';
import { textOf } from '@loadout/core/model';
import { runHooks } from '@loadout/core/run';
import type { Calling, Ground } from '../ground/ground.js';

/** The names of model failures in the hook's input. Any other failure is `unknown`. */
const KINDS: Readonly<Record<string, string>> = {
  MODEL_AUTH: 'authentication_failed',
  MODEL_KEY_MISSING: 'authentication_failed',
  MODEL_BILLING: 'billing_error',
  MODEL_RATE_LIMITED: 'rate_limit',
  MODEL_OVERLOADED: 'server_error',
  MODEL_SERVER_ERROR: 'server_error',
  MODEL_NOT_FOUND: 'invalid_request',
  MODEL_PROMPT_TOO_LONG: 'invalid_request',
  MODEL_REQUEST_INVALID: 'invalid_request',
};

/** Fires StopFailure instead of Stop when the run ends because the model could not be asked. */
export async function tellStopFailure(run: Pick<Ground, 'session'> & Calling, error: Error | undefined): Promise<void> {
  const code = isLoadoutError(error) ? error.code : '';
  const last = run.session.messages.findLast((message) => message.role === 'assistant');
  const input = {
    error: KINDS[code] ?? 'unknown',
    error_details: error?.message ?? '',
    last_assistant_message: last === undefined ? '' : textOf(last),
  };
  await runHooks('StopFailure', input, run.calls);
}
