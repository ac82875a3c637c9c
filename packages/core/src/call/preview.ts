import type { PermissionDecision } from '../permit/decision.js';
import type { CallEnvironment } from './environment.js';
import { parseInput } from './parse-input.js';
import { decideCall } from './permit.js';
import { resolve } from './resolve.js';
import type { RequestedCall } from './states.js';

/** The decision of the rules about a call that has not been made, and the input that the call would run with. */
export interface CallPreview {
  readonly decision: PermissionDecision;
  readonly input: unknown;
}

/**
 * Decides about a call without making it: the stages of `runToolCall` up to the decision, without its turn, its hooks and its
 * question. Throws the error with which the call would be refused.
 */
export async function previewToolCall(requested: RequestedCall, given: Omit<CallEnvironment, 'turn'>): Promise<CallPreview> {
  const env: CallEnvironment = { ...given, turn: async () => {} };
  const parsed = await parseInput(resolve(requested, env), env);
  const { decision } = await decideCall({ ...parsed, hooked: { contexts: [], messages: [] } }, env);
  return { decision, input: parsed.parsed.input };
}
