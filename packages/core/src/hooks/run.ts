import type { HookBase, HookContext, HookEvent, HookInput, HookInputs, HookOutput } from '../contract/hook.js';
import { errors } from '../errors.js';
import { messageOf } from '../message-of.js';
import { type Clock, GRACE_MS } from './clock.js';
import { onAbort } from './on-abort.js';
import { readAnswer } from './read-answer.js';
import { HOOK_EVENTS, type HookTable, type RegisteredHook } from './register.js';
import { combine, type HookRound, NO_OPINION } from './round.js';

export interface HookEnvironment {
  readonly hooks: HookTable;
  readonly base: () => HookBase;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly emit: (event: HookRan) => void;
}

/** One hook ran. `problem` tells of a failure, whether or not it blocked. */
export interface HookRan {
  readonly type: 'hook';
  readonly event: HookEvent;
  readonly name: string;
  readonly toolUseId?: string | undefined;
  readonly outcome: 'no opinion' | 'allow' | 'ask' | 'deny' | 'changed' | 'message' | 'failed';
  readonly durationMs: number;
  readonly problem?: string | undefined;
}

/**
 * Runs the hooks of one event, in order; see `Hook` for how they combine. Never throws: what goes wrong in a hook becomes a
 * block or a report, as its `onFailure` says.
 */
export async function runHooks<E extends HookEvent>(
  event: E,
  input: HookInputs[E],
  env: HookEnvironment & { readonly aliases?: readonly string[] },
): Promise<HookRound> {
  const registered = env.hooks.get(event);
  if (registered === undefined) return NO_OPINION;
  const hooks = registered.filter((hook) => hook.matches(subjectsOf(event, input, env.aliases ?? [])));
  let round = NO_OPINION;
  for (const group of groups(hooks)) {
    const full = { ...env.base(), ...input, ...changedBy(round), hook_event_name: event } as HookInput;
    const answers = await Promise.all(group.map((hook) => runOne(hook, full, env)));
    for (const answer of answers) round = combine(round, answer);
    if (isOver(event, round, env)) break;
  }
  return round;
}

/** A deny ends the round only where it blocks something; a call that was interrupted will not be decided upon. */
function isOver(event: HookEvent, round: HookRound, env: HookEnvironment): boolean {
  if (round.stop !== undefined || (event === 'PreToolUse' && env.signal.aborted)) return true;
  return HOOK_EVENTS[event].blocks && round.verdict?.behavior === 'deny';
}

/** What the hooks before changed, as the next one sees it. */
function changedBy({ updatedInput, updatedOutput }: HookRound) {
  return {
    ...(updatedInput === undefined ? {} : { tool_input: updatedInput.value }),
    ...(updatedOutput === undefined ? {} : { tool_response: updatedOutput.value }),
  };
}

function subjectsOf(event: HookEvent, input: object, aliases: readonly string[]): readonly string[] {
  const subject = HOOK_EVENTS[event].subject;
  return subject === undefined ? [''] : [String((input as Record<string, unknown>)[subject]), ...aliases];
}

/** External hooks that stand next to each other in one phase run at once, on the same input. Source: CON-03. */
function groups(hooks: readonly RegisteredHook[]): RegisteredHook[][] {
  const result: RegisteredHook[][] = [];
  for (const hook of hooks) {
    const last = result.at(-1);
    if (hook.external && last?.every((other) => other.external && other.phase === hook.phase)) last.push(hook);
    else result.push([hook]);
  }
  return result;
}

async function runOne(hook: RegisteredHook, input: HookInput, env: HookEnvironment): Promise<HookRound> {
  const started = env.clock.now();
  let problem: string | undefined;
  const report = (text: string) => {
    problem = text;
  };
  let round: HookRound;
  try {
    round = readAnswer(await answerOf(hook, structuredClone(input), { env, report }), hook, input.hook_event_name);
  } catch (error) {
    problem = messageOf(error);
    round = hook.onFailure === 'block' ? failedGuard(hook, input.hook_event_name, problem) : NO_OPINION;
  }
  env.emit({
    type: 'hook',
    event: input.hook_event_name,
    name: hook.name,
    toolUseId: toolUseIdOf(input),
    outcome: outcomeOf(round, problem),
    durationMs: env.clock.now() - started,
    problem,
  });
  return round;
}

/**
 * The hook's own answer, in time. After an interrupt it has the grace that a tool has, also one that only starts then: what
 * is told of the interrupt must be able to write it down.
 */
async function answerOf(
  hook: RegisteredHook,
  input: HookInput,
  { env, report }: { env: HookEnvironment; report: (problem: string) => void },
): Promise<HookOutput | undefined> {
  const controller = new AbortController();
  const cancels: (() => void)[] = [];
  let giveUp: (problem: string) => void = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = (problem) => {
      controller.abort();
      reject(new Error(problem));
    };
  });
  late.catch(() => {});
  const limit = (ms: number, problem: string) => cancels.push(env.clock.after(ms, () => giveUp(problem)));
  const interrupt = () => {
    controller.abort(env.signal.reason);
    limit(GRACE_MS, 'it did not stop when the run was interrupted');
  };
  if (env.signal.aborted) limit(GRACE_MS, 'it did not answer in time after the run was interrupted');
  else cancels.push(onAbort(env.signal, interrupt));
  limit(hook.timeoutSeconds * 1000, `it did not answer within ${hook.timeoutSeconds} s`);
  try {
    const { agent_id, session_id, cwd } = input;
    const context: HookContext = { signal: controller.signal, agent_id, session_id, cwd, report };
    return (await Promise.race([hook.run(input, toolUseIdOf(input), context), late])) ?? undefined;
  } finally {
    for (const cancel of cancels) cancel();
  }
}

const toolUseIdOf = (input: HookInput) => ('tool_use_id' in input ? input.tool_use_id : undefined);

/** After the tool has run there is no call to block any more; what a failed transform should have cleaned is withheld. */
function failedGuard(hook: RegisteredHook, event: HookEvent, problem: string): HookRound {
  const { message } = errors.HOOK_FAILED({ hook: hook.name, event, problem });
  const verdict = { behavior: 'deny' as const, reason: message, by: hook.name };
  if (event !== 'PostToolUse') return { ...NO_OPINION, verdict };
  return { ...NO_OPINION, verdict, updatedOutput: { value: 'The output of the tool is withheld.' } };
}

function outcomeOf(round: HookRound, problem: string | undefined): HookRan['outcome'] {
  if (problem !== undefined) return 'failed';
  if (round.verdict !== undefined) return round.verdict.behavior;
  if (round.updatedInput !== undefined || round.updatedOutput !== undefined) return 'changed';
  return round.contexts.length > 0 || round.messages.length > 0 ? 'message' : 'no opinion';
}
