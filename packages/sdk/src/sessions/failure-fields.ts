import type { RunResult } from '@loadout/runner';
import { apiError } from './api-errors.js';

const NO_USAGE = { input_tokens: 0, output_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };

/** The fields of the line about a failure of the API, which readers show and never send (W20). */
export function failureFields({ code, message: said, fix, values }: NonNullable<RunResult['error']>, id: string): object {
  const { error, status } = apiError({ code, values });
  const start = { id, type: 'message', role: 'assistant', model: '<synthetic>' };
  const content = [{ type: 'text', text: `API Error: ${status === null ? '' : `${status}. `}${said} ${fix}` }];
  return {
    message: { ...start, stop_reason: 'stop_sequence', stop_sequence: '', usage: NO_USAGE, content },
    error,
    isApiErrorMessage: true,
    ...(status === null ? {} : { apiErrorStatus: status }),
  };
}
