import type { HookEvent, HookOutput } from '../contract/hook.js';
import type { RegisteredHook } from './register.js';
import { type HookRound, NO_OPINION } from './round.js';

/** Reads the wire shape, the older `decision` included. An answer of no known shape is a failure, not silence. */
export function readAnswer(output: HookOutput | undefined, hook: RegisteredHook, event: HookEvent): HookRound {
  if (output === undefined) return NO_OPINION;
  if (!isObject(output)) throw new Error(`it answered ${JSON.stringify(output)}, which is not an object`);
  const specific = output.hookSpecificOutput ?? {};
  if (!isObject(specific)) throw new Error(`its hookSpecificOutput is ${JSON.stringify(specific)}, which is not an object`);
  const behavior = specific.permissionDecision ?? fromDecision(output.decision);
  if (behavior !== undefined && !['allow', 'ask', 'deny'].includes(behavior))
    throw new Error(`its permissionDecision is ${JSON.stringify(behavior)}, not allow, ask or deny`);
  const reason = specific.permissionDecisionReason ?? output.reason ?? `no reason was given for ${behavior} on ${event}`;
  const { updatedInput, updatedToolOutput, additionalContext } = specific;
  return {
    verdict: behavior === undefined ? undefined : { behavior, reason, by: hook.name },
    updatedInput: updatedInput === undefined ? undefined : { value: updatedInput },
    updatedOutput: updatedToolOutput === undefined ? undefined : { value: updatedToolOutput },
    contexts: words('additionalContext', additionalContext),
    messages: words('systemMessage', output.systemMessage),
    stop: output.continue === false ? (output.stopReason ?? output.reason ?? `the hook ${hook.name} stopped the run`) : undefined,
  };
}

function fromDecision(decision: unknown): 'allow' | 'deny' | undefined {
  if (decision === undefined || decision === null) return undefined;
  if (decision === 'block') return 'deny';
  if (decision === 'approve') return 'allow';
  throw new Error(`its decision is ${JSON.stringify(decision)}, not block or approve`);
}

function words(field: string, text: unknown): readonly string[] {
  if (text === undefined || text === null || text === '') return [];
  if (typeof text !== 'string') throw new Error(`its ${field} is ${JSON.stringify(text)}, which is not a text`);
  return [text];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null && !Array.isArray(value);
