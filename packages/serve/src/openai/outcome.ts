import type { Usage } from '@loadout/core/model';
import type { RunResult } from '@loadout/runner';
import type { HttpProblem } from '../door.js';

/** True for an answer that a limit of the agent cut off. */
export const isCut = ({ outcome }: RunResult): boolean => outcome === 'error_max_turns' || outcome === 'error_limit';

/** The facts for which OpenAI's API has no field. */
export const ownFacts = ({ outcome, sessionId, costUsd, toolCalls, denials }: RunResult) => ({
  loadout: { outcome, session: sessionId, cost_usd: costUsd, tool_calls: toolCalls, denials },
});

/** The tokens of all requests of a run. Those that were read from a cache or written to it are input too. */
export function tokensOf({ usage }: RunResult) {
  const cached = usage.cache_read_input_tokens ?? 0;
  const input = usage.input_tokens + cached + (usage.cache_creation_input_tokens ?? 0);
  return { input, cached, output: usage.output_tokens, thinking: thinkingOf(usage) };
}

const thinkingOf = (usage: Usage): number => usage.output_tokens_details?.thinking_tokens ?? 0;

const TYPES: Readonly<Record<number, string>> = { 401: 'authentication_error', 403: 'permission_error', 429: 'rate_limit_error' };
/** Codes that clients of OpenAI know under another name. */
const CODES: Readonly<Record<string, string>> = { HTTP_TOKEN: 'invalid_api_key', OPENAI_MODEL: 'model_not_found' };

/** An error in the shape of OpenAI. */
export const openAiProblem = ({ status, code, message, fix, param }: HttpProblem) => ({
  error: {
    message: fix === undefined ? message : `${message} ${fix}`,
    type: TYPES[status] ?? (status >= 500 ? 'server_error' : 'invalid_request_error'),
    code: CODES[code] ?? code,
    param: param ?? null,
  },
});
