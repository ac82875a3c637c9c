import type { Access, PermissionAnswer, PermissionDecision } from '../contract/permission.js';
import { errors } from '../errors.js';
import { decide } from '../permit/decide.js';
import type { CallEnvironment } from './environment.js';
import { parseFor } from './parse-input.js';
import type { HookedCall, PermittedCall } from './states.js';

/** Lets a call through or ends it. The input decided upon here is the one that runs. */
export async function permit(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  const decision = await decideCall(call, env);
  if (decision.behavior === 'allow') return { ...call, permission: { ...decision, behavior: 'allow' } };
  if (decision.behavior === 'deny') throw denied(decision);
  const answer = await askPerson(call, decision, env);
  if (answer.behavior === 'deny')
    throw errors.PERMISSION_DENIED({ reason: answer.message }, { cause: { interrupt: answer.interrupt === true } });
  if (answer.updatedInput === undefined) return { ...call, permission: { ...decision, behavior: 'allow' } };
  return permitChanged({ ...call, parsed: { input: await parseFor(call, answer.updatedInput) } }, env);
}

/** A person changed the input: the rules are asked again. They have answered an `ask` already; a `deny` still holds. */
async function permitChanged(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  const decision = await decideCall(call, env);
  if (decision.behavior === 'deny') throw denied(decision);
  return { ...call, permission: { ...decision, behavior: 'allow' } };
}

async function decideCall(call: HookedCall, env: CallEnvironment): Promise<PermissionDecision> {
  const { tool, parsed } = call;
  return decide(
    {
      tool,
      input: parsed.input,
      readOnly: tool.isReadOnly(parsed.input),
      openWorld: tool.annotations.openWorldHint,
      hook: call.hooked.verdict,
      ...(await accessesOf(call)),
    },
    env.permissions(),
  );
}

async function accessesOf(call: HookedCall): Promise<{ accesses: readonly Access[]; unclear?: string }> {
  try {
    return { accesses: (await call.tool.tool.access?.(call.parsed.input, call.context)) ?? [] };
  } catch (error) {
    return { accesses: [], unclear: error instanceof Error ? error.message : String(error) };
  }
}

async function askPerson(call: HookedCall, decision: PermissionDecision, env: CallEnvironment): Promise<PermissionAnswer> {
  if (env.ask === undefined)
    return {
      behavior: 'deny',
      message: [`${decision.reason} Nobody is there to ask, so it is denied.`, decision.fix].filter(Boolean).join(' '),
    };
  const { name } = call.tool;
  try {
    return await env.ask({
      toolName: name,
      toolUseId: call.id,
      agentId: call.context.agentId,
      input: structuredClone(call.parsed.input),
      reason: decision.reason,
      signal: env.signal,
    });
  } catch (error) {
    return {
      behavior: 'deny',
      message: `${name} is denied: asking for approval failed (${error instanceof Error ? error.message : String(error)}).`,
    };
  }
}

const denied = (decision: PermissionDecision) => errors.PERMISSION_DENIED({ reason: decision.reason }, { fix: decision.fix });
