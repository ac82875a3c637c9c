import { errors } from '../errors.js';
import { unlessInterrupted } from '../interrupt/interrupt.js';
import { messageOf } from '../message-of.js';
import type { Asker, PermissionAnswer } from '../permit/asker.js';
import { offByDefault } from '../permit/question.js';
import type { CallEnvironment } from './environment.js';
import { notifyOfQuestion } from './permission-hooks.js';
import { type Decided, onRecord, questionOf } from './question.js';
import type { Denial, HookedCall } from './states.js';
import { toolFailure } from './tool-failure.js';

/** Asks the person or the host. Throws a denial if the answer is no, or if nobody is there to ask. */
export async function askPerson(
  call: HookedCall,
  decided: Decided,
  env: CallEnvironment,
): Promise<Extract<PermissionAnswer, { behavior: 'allow' }>> {
  const ask = env.asker?.();
  const { decision } = decided;
  if (ask === undefined) {
    const reason = [`${decision.reason} Nobody is there to ask, so it is denied.`, decision.fix].filter(Boolean).join(' ');
    const cause: Denial = { by: 'rules', rule: decision.rule, unasked: true, ...onRecord(decided) };
    throw errors.PERMISSION_DENIED({ reason }, { cause });
  }
  await refuseHopeless(call, decided, env);
  notifyOfQuestion(call, env);
  const answer = await unlessInterrupted(() => answerOf(call, decided, { ask, env }), call, env);
  if (answer.behavior === 'allow') return answer;
  if (answer.behavior === 'defer') throw errors.CALL_DEFERRED({ reason: answer.reason });
  const interrupt = answer.interrupt === true;
  const cause: Denial = { by: 'person', rule: decision.rule, interrupt, ...onRecord(decided) };
  throw errors.PERMISSION_DENIED({ reason: answer.message || `${call.tool.name} was denied when asked about.` }, { cause });
}

/** Refuses a call that a yes could not help, so that nobody reads a question in vain. Source: U4. */
async function refuseHopeless(call: HookedCall, { matched }: Decided, env: CallEnvironment): Promise<void> {
  const { tool, parsed, context } = call;
  if (tool.tool.obstacle === undefined) return;
  try {
    const permitted = { ...context, permitted: matched.call.accesses };
    const why = await unlessInterrupted(async () => tool.tool.obstacle?.(parsed.input, permitted), call, env);
    if (why !== undefined) throw errors.TOOL_INPUT_REFUSED({ name: tool.name, why });
  } catch (error) {
    throw toolFailure(error, call);
  }
}

/** Reads an answer. Only an answer that says `allow` allows. */
async function answerOf(
  call: HookedCall,
  decided: Decided,
  { ask, env }: { ask: Asker; env: CallEnvironment },
): Promise<PermissionAnswer> {
  const { name } = call.tool;
  const failed = (why: string): PermissionAnswer => ({
    behavior: 'deny',
    message: `${name} is denied: asking for approval failed (${why}).`,
  });
  try {
    const answer = await ask({
      toolName: name,
      server: call.tool.origin.server,
      toolUseId: call.id,
      agentId: call.context.agentId,
      input: structuredClone(call.parsed.input),
      written: structuredClone(call.parsed.written),
      off: offByDefault(call.parsed.input, call.tool.input.json),
      signal: env.signal,
      ...questionOf(decided),
    });
    if (answer?.behavior === 'allow' && answer.updatedPermissions !== undefined)
      env.updatePermissions?.(answer.updatedPermissions);
    if (answer?.behavior === 'allow' || answer?.behavior === 'deny' || answer?.behavior === 'defer') return answer;
    return failed(`the answer was ${JSON.stringify(answer)}, neither allow nor deny nor defer`);
  } catch (error) {
    return failed(messageOf(error));
  }
}
