import type { DecidedCall, PermissionDecision } from '../permit/decided-call.js';
import type { DecidingEnvironment } from './environment.js';
import { parseInput } from './parse-input.js';
import { decideCall } from './permit.js';
import { resolve } from './resolve.js';
import type { RequestedCall } from './states.js';

/** The decision of the rules about a call that has not been made. */
export interface CallPreview {
  readonly decision: PermissionDecision;
  /** The subject of the decision: the parsed input, and what the tool says that the call touches. */
  readonly call: DecidedCall;
}

/**
 * Decides about a call without making it: the stages of `runToolCall` up to the decision, without its turn, its hooks and its
 * question. Throws the error with which the call would be refused.
 */
export async function previewToolCall(requested: RequestedCall, given: Omit<DecidingEnvironment, 'turn'>): Promise<CallPreview> {
  const env: DecidingEnvironment = { ...given, turn: async () => {} };
  const parsed = await parseInput(resolve(requested, env), env);
  const { decision, matched } = await decideCall({ ...parsed, hooked: { contexts: [], messages: [] } }, env);
  return { decision, call: matched.call };
}
