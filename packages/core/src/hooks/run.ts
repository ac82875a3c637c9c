import { isLoadoutError } from '../contract/errors.js';
import type { HookBase, HookContext, HookEvent, HookInput, HookInputs, HookOutput } from '../contract/hook.js';
import { errors } from '../errors.js';
import { HOOK_EVENTS, type HookTable, type RegisteredHook } from './register.js';

/** Time, handed in because core has no clock of its own. */
export interface Clock {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Runs `action` after `ms`; the answer cancels it. */
  after(ms: number, action: () => void): () => void;
}

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

/** What all hooks of one event said, together. */
export interface HookRound {
  /** The strictest answer; absent when none had an opinion. */
  readonly verdict?: { readonly behavior: 'allow' | 'ask' | 'deny'; readonly reason: string; readonly by: string } | undefined;
  /** Present when a hook changed the tool's input or output. */
  readonly updatedInput?: { readonly value: unknown } | undefined;
  readonly updatedOutput?: { readonly value: unknown } | undefined;
  /** For the model. */
  readonly contexts: readonly string[];
  /** For the model and the person. */
  readonly messages: readonly string[];
  /** A hook ends the run. */
  readonly stop?: string | undefined;
}

export const NO_OPINION: HookRound = Object.freeze({ contexts: [], messages: [] });

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
    const seen = round.updatedInput === undefined ? input : { ...input, tool_input: round.updatedInput.value };
    const full = { ...env.base(), ...seen, hook_event_name: event } as HookInput;
    const answers = await Promise.all(group.map((hook) => runOne(hook, full, env)));
    for (const answer of answers) round = combine(round, answer);
    if (round.verdict?.behavior === 'deny' || round.stop !== undefined) break;
  }
  return round;
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
    round = readAnswer(await withTimeout(hook, structuredClone(input), { env, report }), hook, input.hook_event_name);
  } catch (error) {
    problem = messageOf(error);
    round = hook.onFailure === 'block' ? failedGuard(hook, input.hook_event_name, problem) : NO_OPINION;
  }
  const toolUseId = 'tool_use_id' in input ? input.tool_use_id : undefined;
  env.emit({
    type: 'hook',
    event: input.hook_event_name,
    name: hook.name,
    toolUseId,
    outcome: outcomeOf(round, problem),
    durationMs: env.clock.now() - started,
    problem,
  });
  return round;
}

async function withTimeout(
  hook: RegisteredHook,
  input: HookInput,
  { env, report }: { env: HookEnvironment; report: (problem: string) => void },
): Promise<HookOutput | undefined> {
  const controller = new AbortController();
  const stop = () => controller.abort(env.signal.reason);
  env.signal.addEventListener('abort', stop, { once: true });
  if (env.signal.aborted) stop();
  const context: HookContext = {
    signal: controller.signal,
    agent_id: input.agent_id,
    session_id: input.session_id,
    cwd: input.cwd,
    report,
  };
  const toolUseId = 'tool_use_id' in input ? input.tool_use_id : undefined;
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = env.clock.after(hook.timeoutSeconds * 1000, () => {
      controller.abort();
      reject(new Error(`it did not answer within ${hook.timeoutSeconds} s`));
    });
  });
  try {
    return (await Promise.race([hook.run(input, toolUseId, context), late])) ?? undefined;
  } finally {
    cancel();
    env.signal.removeEventListener('abort', stop);
  }
}

/** Reads the wire shape, the older `decision` included. An answer of no known shape is a failure, not silence. */
function readAnswer(output: HookOutput | undefined, hook: RegisteredHook, event: HookEvent): HookRound {
  if (output === undefined) return NO_OPINION;
  if (typeof output !== 'object' || output === null || Array.isArray(output))
    throw new Error(`it answered ${JSON.stringify(output)}, which is not an object`);
  const specific = output.hookSpecificOutput ?? {};
  const behavior =
    specific.permissionDecision ?? (output.decision === 'block' ? 'deny' : output.decision === 'approve' ? 'allow' : undefined);
  if (behavior !== undefined && !['allow', 'ask', 'deny'].includes(behavior))
    throw new Error(`its permissionDecision is ${JSON.stringify(behavior)}, not allow, ask or deny`);
  const reason = specific.permissionDecisionReason ?? output.reason ?? `no reason was given for ${behavior} on ${event}`;
  return {
    verdict: behavior === undefined ? undefined : { behavior, reason, by: hook.name },
    updatedInput:
      'updatedInput' in specific && specific.updatedInput !== undefined ? { value: specific.updatedInput } : undefined,
    updatedOutput:
      'updatedToolOutput' in specific && specific.updatedToolOutput !== undefined
        ? { value: specific.updatedToolOutput }
        : undefined,
    contexts: specific.additionalContext ? [specific.additionalContext] : [],
    messages: output.systemMessage ? [output.systemMessage] : [],
    stop: output.continue === false ? (output.stopReason ?? output.reason ?? `the hook ${hook.name} stopped the run`) : undefined,
  };
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 };

function combine(a: HookRound, b: HookRound): HookRound {
  const stricter =
    a.verdict === undefined || (b.verdict !== undefined && STRICTNESS[b.verdict.behavior] > STRICTNESS[a.verdict.behavior])
      ? b.verdict
      : a.verdict;
  return {
    verdict: stricter,
    updatedInput: b.updatedInput ?? a.updatedInput,
    updatedOutput: b.updatedOutput ?? a.updatedOutput,
    contexts: [...a.contexts, ...b.contexts],
    messages: [...a.messages, ...b.messages],
    stop: a.stop ?? b.stop,
  };
}

function failedGuard(hook: RegisteredHook, event: HookEvent, problem: string): HookRound {
  const error = errors.HOOK_FAILED({ hook: hook.name, event, problem });
  return { ...NO_OPINION, verdict: { behavior: 'deny', reason: error.message, by: hook.name } };
}

function outcomeOf(round: HookRound, problem: string | undefined): HookRan['outcome'] {
  if (problem !== undefined) return 'failed';
  if (round.verdict !== undefined) return round.verdict.behavior;
  if (round.updatedInput !== undefined || round.updatedOutput !== undefined) return 'changed';
  return round.contexts.length > 0 || round.messages.length > 0 ? 'message' : 'no opinion';
}

const messageOf = (error: unknown) => (error instanceof Error || isLoadoutError(error) ? error.message : String(error));
