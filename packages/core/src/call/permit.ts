import type { Access } from '../contract/permission.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import type { PermissionAnswer } from '../permit/asker.js';
import { decide } from '../permit/decide.js';
import type { PermissionDecision } from '../permit/decision.js';
import type { CallEnvironment } from './environment.js';
import { unlessInterrupted } from './interrupt.js';
import { replaceInput } from './parse-input.js';
import type { HookedCall, PermittedCall } from './states.js';

/** Lets a call through or ends it. The input decided upon here is the one that runs. */
export async function permit(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  if (call.hooked.stop !== undefined) throw errors.TOOL_NOT_RUN({ name: call.tool.name, why: call.hooked.stop });
  const { decision, accesses } = await decideCall(call, env);
  if (decision.behavior === 'allow') return { ...call, accesses, permission: { ...decision, behavior: 'allow' } };
  if (decision.behavior === 'deny') throw denied(decision);
  const answer = await askPerson(call, decision, env);
  if (answer.behavior === 'deny')
    throw errors.PERMISSION_DENIED(
      { reason: answer.message || `${call.tool.name} was denied when asked about.` },
      { cause: { interrupt: answer.interrupt === true } },
    );
  if (answer.updatedInput === undefined) return { ...call, accesses, permission: { ...decision, behavior: 'allow' } };
  return permitChanged(await replaceInput(call, answer.updatedInput, env), env);
}

/** A person changed the input: the rules are asked again. They have answered an `ask` already; a `deny` still holds. */
async function permitChanged(call: HookedCall, env: CallEnvironment): Promise<PermittedCall> {
  const { decision, accesses } = await decideCall(call, env);
  if (decision.behavior === 'deny') throw denied(decision);
  return { ...call, accesses, permission: { ...decision, behavior: 'allow' } };
}

interface Decided {
  readonly decision: PermissionDecision;
  /** What the decision is about. */
  readonly accesses: readonly Access[];
}

async function decideCall(call: HookedCall, env: CallEnvironment): Promise<Decided> {
  const { tool, parsed } = call;
  const touched = await unlessInterrupted(() => accessesOf(call), call, env);
  const decision = decide(
    {
      tool,
      input: parsed.input,
      readOnly: tool.isReadOnly(parsed.input),
      openWorld: reachesOut(tool),
      hook: call.hooked.verdict,
      ...touched,
    },
    env.permissions(),
  );
  return { decision, accesses: touched.accesses };
}

/** What an MCP server says of itself is its own word: it never makes a call pass unasked. */
const reachesOut = (tool: HookedCall['tool']) => tool.annotations.openWorldHint || tool.origin.kind === 'mcp';

async function accessesOf(call: HookedCall): Promise<{ accesses: readonly Access[]; unclear?: string }> {
  try {
    return { accesses: (await call.tool.tool.access?.(call.parsed.input, call.context)) ?? [] };
  } catch (error) {
    return { accesses: [], unclear: messageOf(error) || 'the tool failed to tell' };
  }
}

async function askPerson(call: HookedCall, decision: PermissionDecision, env: CallEnvironment): Promise<PermissionAnswer> {
  if (env.ask === undefined)
    return {
      behavior: 'deny',
      message: [`${decision.reason} Nobody is there to ask, so it is denied.`, decision.fix].filter(Boolean).join(' '),
    };
  const { ask, signal } = env;
  return unlessInterrupted(() => answerOf(call, decision, { ask, signal }), call, env);
}

/** Only an answer that says `allow` allows. */
async function answerOf(
  call: HookedCall,
  decision: PermissionDecision,
  { ask, signal }: { ask: NonNullable<CallEnvironment['ask']>; signal: AbortSignal },
): Promise<PermissionAnswer> {
  const { name } = call.tool;
  const failed = (why: string): PermissionAnswer => ({
    behavior: 'deny',
    message: `${name} is denied: asking for approval failed (${why}).`,
  });
  try {
    const { agentId } = call.context;
    const input = structuredClone(call.parsed.input);
    const answer = await ask({ toolName: name, toolUseId: call.id, agentId, input, reason: decision.reason, signal });
    if (answer?.behavior === 'allow' || answer?.behavior === 'deny') return answer;
    return failed(`the answer was ${JSON.stringify(answer)}, neither allow nor deny`);
  } catch (error) {
    return failed(messageOf(error));
  }
}

const denied = (decision: PermissionDecision) => errors.PERMISSION_DENIED({ reason: decision.reason }, { fix: decision.fix });
