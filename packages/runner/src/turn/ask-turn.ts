import { randomUUID } from 'node:crypto';
import {
  type Block,
  type InputBounds,
  inputExcess,
  isText,
  isToolUse,
  type Message,
  type ModelEvent,
  type ModelRequest,
  type Origin,
  type RequestedCall,
  Schedule,
  type StopReason,
  type ToolUseBlock,
} from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import { askModel } from '../model/ask-model.js';
import type { Asking } from '../model/asking.js';
import { requestWith } from '../model/request-with.js';
import { costOf } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import { startCall } from './call-results.js';

type Run = Ground & Exchanges & Calling & Pick<Asking, 'model'> & Pick<Toolbox, 'deferral' | 'tools'>;

/** A complete message of the model, and its calls, which are running. */
export interface ModelTurn {
  readonly message: Message;
  readonly stopReason: StopReason;
  readonly schedule: Schedule;
  readonly uses: readonly ToolUseBlock[];
}

/** A request that failed, or a message that broke off. `begun`: a part of the message had arrived. */
export interface FailedTurn {
  readonly error: unknown;
  readonly begun: boolean;
}

/**
 * Asks the model once, and puts its calls on a schedule while the message streams. If the message fails, running calls are
 * interrupted and awaited; no call with an effect has started by then. `refuse`: the reason that no call of the message may run.
 */
export async function askTurn(run: Run, refuse?: string): Promise<ModelTurn | FailedTurn> {
  const failed = new AbortController();
  const signal = AbortSignal.any([run.signal, failed.signal]);
  const schedule = new Schedule(run.spec.concurrency);
  if (refuse !== undefined) schedule.stop(refuse);
  const progress = { begun: false };
  try {
    return await streamMessage(run, { schedule, signal, progress });
  } catch (error) {
    schedule.stop('the message that asked for it was not completed');
    failed.abort();
    await schedule.results();
    return { error, begun: progress.begun };
  }
}

interface Streaming {
  readonly schedule: Schedule;
  readonly signal: AbortSignal;
  readonly progress: { begun: boolean };
}

type EndEvent = Extract<ModelEvent, { type: 'end' }>;

async function streamMessage(run: Run, { schedule, signal, progress }: Streaming): Promise<ModelTurn> {
  const { calls, emit, session } = run;
  const started = calls.clock.now();
  const uuid = randomUUID();
  const taken = session.toolUseIds.inMessage();
  const arrived: Arrived = { uuid, content: [], uses: [], taken };
  const { content, uses } = arrived;
  const { origin } = run.model;
  let from: Maker = { id: '', model: run.model.plan.id };
  let end: EndEvent | undefined;
  const stop = () => schedule.stop('the run was interrupted');
  run.signal.addEventListener('abort', stop, { once: true });
  try {
    const request = await nextRequest(run, origin);
    const asking = { purpose: 'turn', model: run.model.current, request, signal, raw: run.spec.rawEvents } as const;
    for await (const event of askModel(run, asking)) {
      progress.begun ||= event.type !== 'retry';
      if (event.type === 'text' || event.type === 'thinking' || event.type === 'retry' || event.type === 'raw') emit(event);
      else if (event.type === 'start') {
        from = { id: event.id, model: event.model, requestId: event.requestId };
        emit({ type: 'message_start', uuid, ...from, usage: event.usage });
      } else if (event.type === 'end') end = event;
      else if (event.type === 'block') takeBlock(run, event, { arrived, schedule, signal });
    }
  } finally {
    run.counts.modelMs += calls.clock.now() - started;
    if (end === undefined || uses.length === 0) run.signal.removeEventListener('abort', stop);
  }
  if (end === undefined) throw new Error('The model provider ended its stream without an end event.');
  const message = Object.freeze({
    role: 'assistant' as const,
    content: Object.freeze(content),
    origin,
  });
  run.counts.turns += 1;
  run.model.answeredAt = calls.clock.now();
  const { stopReason, usage } = end;
  const { id: apiId, ...maker } = from;
  const costUsd = costOf(usage, run.model.current.plan.price);
  if (content.length > 0) session.addAssistant(message, { uuid, apiId, ...maker, usage, stopReason, costUsd });
  emit({ type: 'message', uuid, ...from, message, stopReason, usage });
  schedule.messageComplete();
  const release = () => run.signal.removeEventListener('abort', stop);
  if (uses.length > 0) schedule.results().then(release, release);
  return { message, stopReason, schedule, uses };
}

/** The provider's names for a message, its model and its request. */
interface Maker {
  readonly id: string;
  readonly model: string;
  readonly requestId?: string | undefined;
}

/** Returns the request of this turn. A conversation that no other model was part of is sent as it is. */
async function nextRequest(run: Run, origin: Origin): Promise<ModelRequest> {
  const { messages } = run.session;
  const request = run.tools.nextRequest();
  const isPlain = run.session.isPlainFor(origin) && !run.model.hasRefused;
  return isPlain ? { ...request, messages } : requestWith(run, { request, messages });
}

/** The blocks of a message so far. */
interface Arrived {
  readonly uuid: string;
  readonly content: Block[];
  readonly uses: ToolUseBlock[];
  readonly taken: { has(id: string): boolean; add(id: string): void };
}

type BlockEvent = Extract<ModelEvent, { type: 'block' }>;

/** Adds a block to the message and puts the call of a tool use on the schedule. */
function takeBlock(
  run: Run,
  event: BlockEvent,
  { arrived, schedule, signal }: { readonly arrived: Arrived } & Pick<Streaming, 'schedule' | 'signal'>,
): void {
  const { uuid, content, uses, taken } = arrived;
  const admitted = admitBlock(event, { taken, bounds: run.calls.inputBounds ?? {} });
  if (admitted === undefined) return;
  const { block, call } = admitted;
  run.emit({ type: 'block', uuid, index: content.push(block) - 1, block });
  if (!isToolUse(block) || call === undefined) return;
  uses.push(block);
  taken.add(block.id);
  startCall(run, call, { schedule, signal });
}

interface Admission {
  /** The ids of all tool uses of the conversation and of the message so far. */
  readonly taken: { has(id: string): boolean };
  readonly bounds: InputBounds;
}

/** A block as the conversation stores it, and the call that a tool use requests. */
interface Admitted {
  readonly block: Block;
  readonly call?: RequestedCall | undefined;
}

/** The ids and names of tool uses that model providers accept. */
const ID = /^[a-zA-Z0-9_-]{1,64}$/;
const NAME = /^[a-zA-Z0-9_-]{1,128}$/;

/**
 * Makes a block of the model fit for every later request; returns `undefined` for an empty text. A tool use with a taken id, an
 * invalid name or an unbounded input would make a provider refuse the conversation for good. The block therefore gets a new id,
 * a valid name or an empty input. The call keeps the model's name and describes the problem of the input.
 */
function admitBlock(
  { block, malformed }: { block: Block; malformed?: string | undefined },
  context: Admission,
): Admitted | undefined {
  if (isText(block)) return block.text.trim() === '' ? undefined : { block };
  if (!isToolUse(block)) return { block };
  const excess = malformed === undefined ? problemOf(block.input, context) : undefined;
  const admitted = { ...block, ...idFor(block, context), ...nameFor(block), ...(excess === undefined ? {} : { input: {} }) };
  const { id, input } = admitted;
  return { block: admitted, call: { id, name: String(block.name), input, malformed, excess } };
}

function problemOf(input: unknown, { bounds }: Admission): string | undefined {
  const isMap = typeof input === 'object' && input !== null && !Array.isArray(input);
  return isMap ? inputExcess(input, bounds) : `it is ${JSON.stringify(input)?.slice(0, 200)}, and an input is a JSON object`;
}

const idFor = ({ id }: ToolUseBlock, { taken }: Admission): { readonly id: string } =>
  typeof id === 'string' && ID.test(id) && !taken.has(id) ? { id } : { id: `toolu_${randomUUID().replaceAll('-', '')}` };

const nameFor = ({ name }: ToolUseBlock): { readonly name: string } =>
  typeof name === 'string' && NAME.test(name)
    ? { name }
    : {
        name:
          String(name)
            .replace(/[^a-zA-Z0-9_-]/g, '_')
            .slice(0, 128) || 'unnamed',
      };
