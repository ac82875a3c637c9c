import type { HookOutput } from '../contract/hook/answers.js';
import type { HookEvent, HookInput } from '../contract/hook/events.js';
import type { HookContext } from '../contract/hook/hook.js';
import type { HookRound } from '../contract/hook/round.js';
import { messageOf } from '../errors/loadout-error.js';
import { errors } from '../errors.js';
import { GRACE_MS, onAbort } from '../interrupt/interrupt.js';
import type { HookEnvironment, HookRan, HookResponse, HookSubject } from './hook-environment.js';
import { readAnswer } from './read-answer.js';
import type { RegisteredHook } from './register.js';
import { NO_OPINION } from './round.js';

/** Runs one hook, from its private copy of the input to the reading of its answer. Never throws. */
export async function runOne(hook: RegisteredHook, input: HookInput, env: HookEnvironment): Promise<HookRound> {
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
