import type { RunResult } from '@loadout/runner';
import { apiError } from '../sessions/api-errors.js';
import { assistantFrame, type Frame } from './frame.js';

/** The message with which the engine tells of a failure of the API. */
export function failureFrame(text: string, problem: RunResult['error'] = { code: '', message: '', fix: '' }): Frame {
  const { error, status, type } = apiError(problem);
  return {
    ...assistantFrame({ id: '', model: '<synthetic>', block: { type: 'text', text } }),
    parent_tool_use_id: null,
    error,
    is_api_error_message: true,
    ...(status === null ? {} : { api_error_status: status }),
    ...(type === undefined ? {} : { api_error_type: type }),
  };
}
