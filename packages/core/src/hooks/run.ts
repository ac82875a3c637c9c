/** The hooks of one event: which of them run, in which order, how each runs, and what they say together. */

import type { HookOutput } from '../contract/hook/answers.js';
import { HOOK_EVENTS, type HookEvent, type HookInput, type HookInputs } from '../contract/hook/events.js';
import type { HookContext } from '../contract/hook/hook.js';
import type { HookRound } from '../contract/hook/round.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { GRACE_MS, onAbort } from '../interrupt/interrupt.js';
import type { HookEnvironment, HookRan, HookResponse, HookSubject } from './hook-environment.js';
import { readAnswer } from './read-answer.js';
import type { RegisteredHook } from './register.js';
import { combine, NO_OPINION } from './round.js';

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
  const hooks = matching(registered, subjectsOf(event, input, env.aliases ?? []));
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

/** Runs one hook, from its private copy of the input to the reading of its answer. Never throws. */
async function runOne(hook: RegisteredHook, input: HookInput, env: HookEnvironment): Promise<HookRound> {
  const started = env.clock.now();
  const event = input.hook_event_name;
  const { name, position } = hook;
  const subject = { event, name, toolUseId: toolUseIdOf(input), ...(position === undefined ? {} : { position }) };
  const told: HookReport = { subject };
  if (env.tellsAll === true) env.emit({ type: 'hook_started', ...subject, statusMessage: hook.statusMessage });
  let round: HookRound;
  try {
    told.answer = await answerOf(hook, structuredClone(input), { env, told });
    round = await withShortTexts(readAnswer(told.answer, hook, event), { id: subject.toolUseId ?? event, spill: env.spill });
  } catch (error) {
    told.problem = messageOf(error);
    round = hook.onFailure === 'block' ? failedGuard(hook, event, told.problem) : NO_OPINION;
  }
  const { problem, answer, streams } = told;
  const ran = { ...subject, outcome: outcomeOf(round, problem), durationMs: env.clock.now() - started, problem };
  env.emit({ type: 'hook', ...ran });
  if (env.tellsAll === true) env.emit({ type: 'hook_response', ...ran, answer, ...streams });
  const tool = 'tool_name' in input ? input.tool_name : undefined;
  for (const message of round.messages) env.emit({ type: 'hook_message', ...subject, tool, message });
  return hook.messageTo === 'both' ? round : { ...round, messages: [] };
}

/** The reports of a hook while it ran. */
interface HookReport {
  readonly subject: HookSubject;
  problem?: string;
  answer?: HookOutput | undefined;
  streams?: Pick<HookResponse, 'stdout' | 'stderr' | 'exitCode'>;
}

/**
 * Returns the hook's own answer, within the time limit. A hook that is running, or starts, after an interrupt gets the same grace
 * period as a tool, so that it can record the interrupt.
 */
async function answerOf(
  hook: RegisteredHook,
  input: HookInput,
  { env, told }: { env: HookEnvironment; told: HookReport },
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
    const context = contextOf(input, { env, told, signal: controller.signal });
    return (await Promise.race([hook.run(input, toolUseIdOf(input), context), late])) ?? undefined;
  } finally {
    for (const cancel of cancels) cancel();
  }
}

function contextOf(
  { agent_id, session_id, cwd }: HookInput,
  { env, told, signal }: { env: HookEnvironment; told: HookReport; signal: AbortSignal },
): HookContext {
  return {
    ...env.lends,
    signal,
    agent_id,
    session_id,
    cwd,
    report: (problem) => {
      told.problem = problem;
    },
    printed: ({ stdout, stderr, exitCode }) => {
      if (exitCode !== undefined) told.streams = { stdout, stderr, exitCode };
      else if (env.tellsAll === true && !signal.aborted) env.emit({ type: 'hook_progress', ...told.subject, stdout, stderr });
    },
  };
}

const toolUseIdOf = (input: HookInput) => ('tool_use_id' in input ? input.tool_use_id : undefined);

/**
 * Handles a failed guard or transform. Once the tool has run there is no call to block, so the output that a failed transform
 * should have cleaned is withheld.
 */
function failedGuard(hook: RegisteredHook, event: HookEvent, problem: string): HookRound {
  const { message } = errors.HOOK_FAILED({ hook: hook.name, event, problem });
  const verdict = { behavior: 'deny' as const, reason: message, by: hook.name, failed: true as const };
  if (event !== 'PostToolUse') return { ...NO_OPINION, verdict };
  return { ...NO_OPINION, verdict, updatedOutput: { value: 'The output of the tool is withheld.' } };
}

function outcomeOf(round: HookRound, problem: string | undefined): HookRan['outcome'] {
  if (problem !== undefined) return 'failed';
  if (round.verdict !== undefined) return round.verdict.behavior;
  if (round.updatedInput !== undefined || round.updatedOutput !== undefined) return 'changed';
  return round.contexts.length > 0 || round.messages.length > 0 ? 'message' : 'no opinion';
}

/** The longest text of a hook that the model reads whole. Source: HOOK-21. */
const MOST_CHARS = 10_000;
const PREVIEW_CHARS = 2_000;

interface Keeping {
  readonly id: string;
  readonly spill?: ((id: string, text: string) => Promise<string>) | undefined;
}

/** Stores texts of hooks that are too long. The model reads the beginning of the text and the path of the rest. */
async function withShortTexts(round: HookRound, keeping: Keeping): Promise<HookRound> {
  const { contexts, messages, verdict } = round;
  if (![...contexts, ...messages, verdict?.reason ?? ''].some(isLong)) return round;
  const all = (texts: readonly string[]) => Promise.all(texts.map((text) => shortened(text, keeping)));
  return {
    ...round,
    contexts: await all(contexts),
    messages: await all(messages),
    verdict: verdict === undefined ? undefined : { ...verdict, reason: await shortened(verdict.reason, keeping) },
  };
}

const isLong = (text: string) => text.length > MOST_CHARS;

async function shortened(text: string, { id, spill }: Keeping): Promise<string> {
  if (!isLong(text)) return text;
  const begin = `${text.slice(0, PREVIEW_CHARS)}\n[${text.length - PREVIEW_CHARS} of ${text.length} characters left out`;
  if (spill === undefined) return `${begin}]`;
  try {
    return `${begin}; the whole text is in ${await spill(`hook-${id}`, text)}]`;
  } catch (error) {
    return `${begin}; the whole text could not be saved: ${messageOf(error)}]`;
  }
}
