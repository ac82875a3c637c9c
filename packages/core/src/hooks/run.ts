import type { HookEvent, HookInput, HookInputs } from '../contract/hook/events.js';
import { HOOK_EVENTS } from '../contract/hook/events.js';
import type { HookRound } from '../contract/hook/round.js';
import type { HookEnvironment } from './hook-environment.js';
import type { RegisteredHook } from './register.js';
import { combine, NO_OPINION } from './round.js';
import { runOne } from './run-one.js';

/** The facts about a call that its hooks need, given by the code that fires the event. */
export interface CallSubject {
  /** Other names of the tool, for matchers. */
  readonly aliases?: readonly string[];
  /** Whether a permission rule is about the call with this input. Contract: never throws; returns `true` if unknown. */
  readonly fits?: (rule: string, input: unknown) => Promise<boolean>;
}

/**
 * Runs the hooks of one event, in order; `Hook` describes how the answers combine. A failing hook never throws: it becomes a
 * block or a report, as its `onFailure` says. A hook may act, so none hears of a call before the message of the call is recorded
 * (decision 0088); throws TOOL_NOT_RUN if that message is discarded.
 */
export async function runHooks<E extends HookEvent>(
  event: E,
  input: HookInputs[E],
  env: HookEnvironment & CallSubject,
): Promise<HookRound> {
  const registered = env.hooks.get(event);
  if (registered === undefined) return saidBefore(event, env);
  const hooks = selected(registered, subjectsOf(event, input, env.aliases ?? []));
  if (hooks.length > 0 && env.kept !== undefined) await env.kept();
  let round = saidBefore(event, env);
  for (const group of groups(hooks)) {
    const full = { ...env.base(), ...input, ...changedBy(round), hook_event_name: event } as HookInput;
    const due = await dueOf(group, full, env);
    const answers = await Promise.all(
      due.map((hook) => (hook.background === false ? runOne(hook, full, env) : start(hook, full, env))),
    );
    for (const answer of answers) round = combine(round, answer);
    if (isOver(event, round, env)) break;
  }
  return round;
}

/** Returns what `runHooks` would return at once for an event without a hook; `undefined` if the event has one. */
export const unheard = (event: HookEvent, env: HookEnvironment): HookRound | undefined =>
  env.hooks.has(event) ? undefined : saidBefore(event, env);

/** Fires an event without waiting for its hooks and ignores their decisions. Resolves to their output. */
export function tellHooks<E extends HookEvent>(
  event: E,
  input: HookInputs[E],
  env: HookEnvironment & CallSubject,
): Promise<HookRound> {
  if (!env.hooks.has(event)) return Promise.resolve(NO_OPINION);
  const { background } = env;
  const round = runHooks(event, input, background === undefined ? env : { ...env, signal: background.signal });
  background?.add(
    round.then(() => NO_OPINION),
    false,
  );
  return round;
}

/** Returns the texts of background hooks since the last event that speaks to the model. Other events leave the texts. */
function saidBefore(event: HookEvent, { background }: HookEnvironment): HookRound {
  if (background === undefined || background.said.length === 0) return NO_OPINION;
  return HOOK_EVENTS[event].tells === undefined ? NO_OPINION : { ...NO_OPINION, contexts: background.take() };
}

/** The matching hooks, by list of hooks and by subject, so that hooks that do not match cost a call nothing. */
const selections = new WeakMap<readonly RegisteredHook[], Map<string, readonly RegisteredHook[]>>();

function selected(registered: readonly RegisteredHook[], subjects: readonly string[]): readonly RegisteredHook[] {
  const known = selections.get(registered) ?? new Map<string, readonly RegisteredHook[]>();
  selections.set(registered, known);
  const key = subjects.join('\n');
  const found = known.get(key) ?? matching(registered, subjects);
  known.set(key, found);
  return found;
}

/** Returns the hooks whose matcher matches the subject. A hook written in two files runs once (HOOK-21). */
function matching(registered: readonly RegisteredHook[], subjects: readonly string[]): readonly RegisteredHook[] {
  const seen = new Set<string>();
  return registered.filter((hook) => {
    if (!hook.matches(subjects)) return false;
    if (hook.identity === undefined) return true;
    if (seen.has(hook.identity)) return false;
    seen.add(hook.identity);
    return true;
  });
}

/** Returns the hooks whose `if` and `once` let them run. An `if` reads the input as the earlier hooks changed it. */
async function dueOf(
  group: readonly RegisteredHook[],
  input: HookInput,
  env: HookEnvironment & CallSubject,
): Promise<readonly RegisteredHook[]> {
  const due: RegisteredHook[] = [];
  for (const hook of group) {
    if (hook.once && env.ranOnce?.has(hook) === true) continue;
    const given = 'tool_input' in input ? input.tool_input : undefined;
    if (hook.if !== undefined && (await env.fits?.(hook.if, given)) === false) continue;
    if (hook.once) env.ranOnce?.add(hook);
    due.push(hook);
  }
  return due;
}

/** Starts a background hook. Its decision comes too late to count. */
async function start(hook: RegisteredHook, input: HookInput, env: HookEnvironment): Promise<HookRound> {
  const { background } = env;
  if (background === undefined) {
    const { contexts, messages } = await runOne(hook, input, env);
    return { ...NO_OPINION, contexts, messages };
  }
  background.add(runOne(hook, input, { ...env, signal: background.signal }), hook.background === 'rewake');
  return NO_OPINION;
}

/** Whether the round is over. A deny ends the round only if the event can be blocked; an interrupted call is not decided. */
function isOver(event: HookEvent, round: HookRound, env: HookEnvironment): boolean {
  if (round.stop !== undefined || (event === 'PreToolUse' && env.signal.aborted)) return true;
  return HOOK_EVENTS[event].blocks === true && round.verdict?.behavior === 'deny';
}

/** The changes of earlier hooks, as fields of the next hook's input. */
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

/** Groups neighbouring external hooks of one phase: a group runs at once, on the same input. Source: CON-03. */
function groups(hooks: readonly RegisteredHook[]): RegisteredHook[][] {
  const result: RegisteredHook[][] = [];
  for (const hook of hooks) {
    const last = result.at(-1);
    if (hook.external && last?.every((other) => other.external && other.phase === hook.phase)) last.push(hook);
    else result.push([hook]);
  }
  return result;
}
