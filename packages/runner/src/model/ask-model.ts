import { isLoadoutError, isObject, LoadoutError, type Position } from '@loadout/core';
import { isToolUse, type ModelEvent, type ModelRequest, type RateLimit, readUsage, type Usage } from '@loadout/core/model';
import { type Clock, inputExcess, type LimitsPlan, onAbort } from '@loadout/core/run';
import { type ReleasableSignal, releasableSignal } from '@loadout/node';
import type { Exchanges } from '../context/exchange.js';
import type { RunContext } from '../context/run-context.js';
import { holdMoney } from '../money/hold-money.js';
import { mostTokens } from '../money/worst-cost.js';
import { errors } from '../report/errors.js';
import type { RequestPurpose } from '../report/events.js';
import { costOf, spend } from '../report/usage.js';
import type { ChosenModel } from '../spec/agent-spec.js';

/** A request to a model, and what becomes of its answer. */
export interface ModelQuestion {
  readonly purpose: RequestPurpose;
  readonly model: ChosenModel;
  readonly request: ModelRequest;
  readonly signal: AbortSignal;
  /** Whether to add events with the unchanged data that the provider received. */
  readonly raw?: boolean | undefined;
  /** Called with each event of the answer, but those that the run itself tells. */
  readonly take: (event: ModelEvent) => void;
}

/** A run, as far as it asks models. */
export type AskingRun = Omit<RunContext, 'env' | 'services'> & Pick<Exchanges, 'counts'>;

/**
 * Asks a model, and resolves at the end of its answer. Every request of a run goes through here. The cost of the answer counts for
 * every asker, each `request` event is followed by exactly one `response`, and the agent's limits bound the length and time of an
 * answer. Source: COST-01, EVT-03, EVT-04.
 */
export async function askModel(run: AskingRun, { purpose, model, request, signal, raw, take }: ModelQuestion): Promise<void> {
  const { clock, session } = run;
  const answered = session.answered();
  if (answered !== undefined) await answered;
  const leaving = { purpose, plan: model.plan, request, signal };
  const held = await holdMoney(run, leaving);
  const started = clock.now();
  run.counts.requests += 1;
  const about = { id: run.counts.requests, purpose, model: model.plan.id };
  run.emit({ type: 'request', ...about, messages: request.messages.length, tools: request.tools.length });
  const bounds = new AnswerBounds(run.spec.limits, { clock, signal });
  const answer = new Reported();
  let error: string | undefined;
  try {
    const asker = { agent: run.spec.name, session: run.sessionId, purpose };
    const options = { signal: bounds.signal, raw, maxAnswerChars: bounds.chars, asker };
    const onLeft = (seconds: number) =>
      run.emit({
        type: 'notice',
        message: `The provider ${model.plan.provider} did not stop within ${seconds} s. Its answer is left behind.`,
      });
    const takeEvent = (event: ModelEvent) => {
      bounds.take(event);
      if (event.type === 'rate_limits') tellLimits(run, { model: model.plan.id, limits: event.limits });
      else if (event.type === 'notice') run.emit(event);
      else take(answer.take(event));
      return bounds.isLong() ? breath(bounds.signal) : undefined;
    };
    const stream = model.provider.stream(held.request, options);
    await hearAnswer(stream, { signal: bounds.signal, clock, take: takeEvent, onLeft });
  } catch (thrown) {
    const reason = bounds.exceeded ?? placed(thrown, model.plan.position);
    error = isLoadoutError(reason) ? reason.code : 'INTERNAL';
    throw reason;
  } finally {
    bounds.release();
    const { begun, stopReason, usage } = answer;
    if (begun) spend(run, { usage, model: model.plan });
    held.settle(begun ? { usage } : undefined);
    const costUsd = costOf(usage, model.plan.price);
    // The message of a turn has its cost.
    if (begun && costUsd !== 0 && (purpose !== 'turn' || error !== undefined || stopReason === undefined))
      session.note({ t: 'spent', purpose, usd: costUsd });
    const told = stopReason === undefined ? {} : { stopReason, usage, costUsd };
    run.emit({ type: 'response', ...about, durationMs: Math.round(clock.now() - started), ...told, error });
  }
}

/** Adds the position of the model in the configuration to the error of a provider that does not know the model. */
function placed(error: unknown, position: Position | undefined): unknown {
  if (!isLoadoutError(error) || error.code !== 'MODEL_NOT_FOUND' || position === undefined) return error;
  const { code, message, fix, cause } = error;
  return new LoadoutError(code, message, { fix, cause, position });
}

/**
 * The report of a provider about one answer. An answer that breaks off costs the usage reported at its start, and the output that
 * had arrived by then, by an estimate.
 */
class Reported {
  /** Whether the answer began, so that it costs money. */
  begun = false;
  stopReason: string | undefined;
  #usage: Usage | undefined;
  #blocks = 0;
  #bytes = 0;
  readonly #inputs: unknown[] = [];

  get usage(): Usage | undefined {
    const usage = this.#usage;
    if (usage === undefined || this.stopReason !== undefined) return usage;
    const bytes = this.#inputs.reduce<number>((sum, input) => sum + Buffer.byteLength(jsonOf(input)), this.#bytes);
    return { ...usage, output_tokens: Math.max(usage.output_tokens, mostTokens(bytes)) };
  }

  /** Returns the event with usage that is either a count or `undefined`. */
  take(event: ModelEvent): ModelEvent {
    if (event.type === 'start') {
      this.begun = true;
      this.#usage = readUsage(event.usage);
      return { ...event, usage: this.#usage };
    }
    if (event.type === 'text' || event.type === 'thinking') this.#bytes += Buffer.byteLength(event.text);
    if (event.type === 'block') this.#blocks += 1;
    if (event.type === 'block' && isToolUse(event.block)) this.#inputs.push(event.block.input);
    if (event.type !== 'end') return event;
    this.begun = true;
    this.stopReason = event.stopReason;
    const usage = readUsage(event.usage);
    // An answer with a block has tokens, so a report of zero is wrong.
    this.#usage = this.#blocks > 0 && usage?.output_tokens === 0 ? undefined : usage;
    return { ...event, usage: this.#usage };
  }
}

/** Returns a value as JSON; nothing for a value that is too deep for JSON. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/** The default limits on the length and time of one answer. The longest answers of today's models stay far below. */
const MOST_CHARS = 16_000_000;
const MOST_SECONDS = 3_600;
/** Each event counts as so many characters, since an event without text takes memory too. */
const EVENT_CHARS = 16;

/** Lets a signal of the terminal in, which a provider with a long answer at once would keep waiting. Throws if the answer is over. */
async function breath(signal: AbortSignal): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  signal.throwIfAborted();
}

/** So many events are taken before the process looks at its other work. */
const EVENTS_AT_ONCE = 256;

/** Ends an answer that exceeds its length or its time, independent of the provider's own counts. */
class AnswerBounds {
  readonly chars: number;
  /** The bound that ended the answer. */
  exceeded: LoadoutError | undefined;
  readonly #stop: ReleasableSignal;
  readonly #cancelTimer: () => void;
  #shown = 0;
  /** The characters of the blocks, with what nobody sees, such as sealed thinking. A text is shown before it is held. */
  #held = 0;
  #events = 0;

  constructor(limits: LimitsPlan, { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
    const seconds = limits.answerTime ?? MOST_SECONDS;
    this.chars = limits.answerChars ?? MOST_CHARS;
    this.#stop = releasableSignal(signal);
    this.#cancelTimer = clock.after(seconds * 1000, () => {
      this.exceeded = errors.ANSWER_TOO_SLOW({ seconds });
      this.#stop.abort(this.exceeded);
    });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Throws ANSWER_TOO_LONG, or MODEL_BLOCK_INVALID. The provider is told by the signal, as it may not hear that nobody listens. */
  take(event: ModelEvent): void {
    const problem = this.#problemWith(event);
    if (problem === undefined) return;
    this.exceeded = problem;
    this.#stop.abort(problem);
    throw problem;
  }

  #problemWith(event: ModelEvent): LoadoutError | undefined {
    this.#events += 1;
    if (event.type === 'text' || event.type === 'thinking') this.#shown += event.text.length;
    const problem = event.type === 'block' ? blockProblem(event.block) : undefined;
    if (problem !== undefined) return errors.MODEL_BLOCK_INVALID({ problem });
    if (event.type === 'block') this.#held += jsonOf(event.block).length;
    const isLong = Math.max(this.#shown, this.#held) + this.#events * EVENT_CHARS > this.chars;
    return isLong ? errors.ANSWER_TOO_LONG({ chars: this.chars }) : undefined;
  }

  /** True once in so many events. */
  isLong(): boolean {
    return this.#events % EVENTS_AT_ONCE === 0;
  }

  release(): void {
    this.#cancelTimer();
    this.#stop.release();
  }
}

/** The field that is text in a block of a type. Other types belong to their provider. */
const TEXT_FIELD: Readonly<Record<string, string>> = { text: 'text', thinking: 'thinking' };

/**
 * Returns why no conversation can hold a block, whatever provider sent it. A session with such a block could not be resumed, or
 * would hold a result that no tool gave.
 */
function blockProblem(block: unknown): string | undefined {
  const type = isObject(block) ? block.type : undefined;
  if (!isObject(block) || typeof type !== 'string' || !/^[a-z][a-z0-9_]*$/.test(type))
    return `it is not a block: its type is ${JSON.stringify(type)?.slice(0, 100)}`;
  if (type === 'tool_result') return 'it is a result of a tool, which no model writes';
  const field = Object.hasOwn(TEXT_FIELD, type) ? TEXT_FIELD[type] : undefined;
  if (field !== undefined && typeof block[field] !== 'string') return `its ${field} is not text`;
  return type === 'tool_use' ? undefined : inputExcess(block, { chars: Number.POSITIVE_INFINITY });
}

/** The share of a limit at which a warning is given. Source: RETRY-06. */
const WARN_AT = 0.8;

/** Reports limits as the provider gave them. Warns once when a limit is nearly used up, and again only after it has fallen. */
function tellLimits(
  { emit, warnedLimits }: Pick<RunContext, 'emit' | 'warnedLimits'>,
  { model, limits }: { model: string; limits: readonly RateLimit[] },
): void {
  emit({ type: 'rate_limits', model, limits });
  for (const limit of limits) {
    if (limit.used < WARN_AT) warnedLimits.delete(limit.name);
    else if (!warnedLimits.has(limit.name)) {
      warnedLimits.add(limit.name);
      emit({
        type: 'notice',
        message: `${Math.floor(limit.used * 100)} % of the rate limit ${limit.name} is used up${until(limit)}.`,
      });
    }
  }
}

/** A server may name a time in another unit, which no date has. */
function until({ resetsAt = Number.NaN }: RateLimit): string {
  const date = new Date(resetsAt);
  return Number.isNaN(date.getTime()) ? '' : `, until ${date.toISOString()}`;
}

/** The time that a provider gets to end an answer that was aborted. */
const GRACE_MS = 3_000;

interface Hearing<T> {
  readonly signal: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
  /** Called with each event. The next event is read when its promise resolves; an error that it throws ends the answer. */
  readonly take: (event: T) => void | Promise<void>;
  /** Called when the answer is left behind. */
  readonly onLeft: (seconds: number) => void;
}

/** Takes the events of an answer, until it ends. An answer that goes on after the abort is left behind, with the reason of the abort. */
export function hearAnswer<T>(answer: AsyncIterable<T>, { signal, clock, take, onLeft }: Hearing<T>): Promise<void> {
  let isLeft = false;
  const hear = async () => {
    for await (const event of answer) {
      // A provider that nobody waits for may still answer.
      if (isLeft) return;
      const taken = take(event);
      if (taken !== undefined) await taken;
    }
  };
  // One promise for the whole answer: one for each event would be most of what a long conversation allocates.
  return new Promise((resolve, reject) => {
    let cancel = () => {};
    const forget = onAbort(signal, () => {
      cancel = clock.after(GRACE_MS, () => {
        isLeft = true;
        onLeft(GRACE_MS / 1000);
        reject(signal.reason);
      });
    });
    const ended = (end: () => void) => {
      cancel();
      forget();
      end();
    };
    hear().then(
      () => ended(resolve),
      (error: unknown) => ended(() => reject(error)),
    );
  });
}
