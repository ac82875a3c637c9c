import { unlessInterrupted } from '../interrupt/interrupt.js';
import type { DecidedCall, PermissionDecision } from '../permit/decided-call.js';
import type { CallEnvironment, DecidingEnvironment } from './environment.js';
import { checkOutput, execute } from './execute.js';
import { checkRestriction, parseInput, resolve } from './parse-input.js';
import { decideCall, permit } from './permit.js';
import { settle, settleFailure } from './settle.js';
import type { RequestedCall, SettledCall, StoppedCall } from './states.js';
import { postToolUse, preToolUse } from './tool-hooks.js';

/** Runs one tool call, from the model's request to its single result. `stages` lists everything that can happen to a call. */
export async function runToolCall(requested: RequestedCall, env: CallEnvironment): Promise<SettledCall> {
  const reached: { call: StoppedCall } = { call: requested };
  env.emit({ type: 'tool_call', id: requested.id, name: requested.name, input: requested.input });
  let call: SettledCall;
  try {
    call = await stages(requested, { env, reached });
  } catch (error) {
    call = await settleFailure(reached.call, error, env);
  }
  env.emit({ type: 'tool_result', id: call.id, name: call.name, call });
  return call;
}

/** Runs the stages in order. `reached` stores the last completed stage, for the description of a failure. */
async function stages(
  requested: RequestedCall,
  { env, reached }: { env: CallEnvironment; reached: { call: StoppedCall } },
): Promise<SettledCall> {
  const resolved = resolve(requested, env);
  reached.call = resolved;
  const parsed = await parseInput(resolved, env);
  reached.call = parsed;
  await unlessInterrupted(() => env.turn(parsed), parsed, env);
  checkRestriction(parsed.tool, env);
  const hooked = await preToolUse(parsed, env);
  reached.call = hooked;
  const permitted = await permit(hooked, env);
  reached.call = permitted;
  const executed = await execute(permitted, env);
  reached.call = executed;
  const checked = await checkOutput(executed);
  const postHooked = await postToolUse(checked, env);
  reached.call = postHooked;
  return settle(postHooked, env);
}

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
