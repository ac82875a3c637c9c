import { type PromptResponse, RequestError, type StopReason } from '@agentclientprotocol/sdk';
import type { RunOutcome, RunResult } from '@loadout/runner';
import { codeOf } from '../request-error.js';

/** The stop reasons of outcomes that are an answer. Any other outcome is an error, whose message the editor shows. */
const STOPS: Readonly<Partial<Record<RunOutcome, StopReason>>> = {
  success: 'end_turn',
  denied: 'end_turn',
  blocked: 'end_turn',
  stopped: 'end_turn',
  deferred: 'end_turn',
  error_max_turns: 'max_turn_requests',
  interrupted: 'cancelled',
};

/** The reasons of a model that the protocol knows too. */
const OF_MODEL: readonly StopReason[] = ['max_tokens', 'refusal'];

/** The answer to a prompt. `say` gets what the result says and no event has said. */
export function promptResponse(result: RunResult | undefined, say: (text: string) => void): PromptResponse {
  if (result === undefined) return { stopReason: 'end_turn' };
  const { outcome, error, stopReason, structuredOutput, text } = result;
  const stop = STOPS[outcome];
  const problem = [error?.message, error?.fix].filter((part) => part !== undefined).join(' ');
  if (stop === undefined)
    throw new RequestError(codeOf(error?.code ?? outcome), problem || outcome, { code: error?.code ?? outcome });
  if (structuredOutput !== undefined && text === '') say(JSON.stringify(structuredOutput, undefined, 2));
  if (problem !== '' && stop !== 'cancelled') say(`\n${problem}\n`);
  const ofModel = stop === 'end_turn' ? OF_MODEL.find((one) => one === stopReason) : undefined;
  return { stopReason: ofModel ?? stop, _meta: { loadout: { outcome } } };
}
