import { randomUUID } from 'node:crypto';
import {
  type Block,
  isText,
  isToolUse,
  type ModelEvent,
  type ModelRequest,
  type Origin,
  type ToolResultBlock,
  type ToolUseBlock,
} from '@loadout/core/model';
import { type InputBounds, inputExcess, onAbort, type RequestedCall, runToolCall, Schedule } from '@loadout/core/run';
import { releasableSignal } from '@loadout/node';
import type { Exchanges } from '../context/exchange.js';
import type { Calling, RunContext } from '../context/run-context.js';
import { askModel } from '../model/ask-model.js';
import type { Asking } from '../model/asking.js';
import { requestWith } from '../model/model-request.js';
import { costOf, holdCall, noPlace } from '../report/usage.js';
import type { Toolbox } from '../skills/toolbox.js';
import { type AnsweringRun, type ModelTurn, recordCall, refusedCalls, type Streamed } from './after-calls.js';

type Run = RunContext & Exchanges & Calling & Pick<Asking, 'model'> & Pick<Toolbox, 'deferral' | 'tools'>;

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
  const schedule = new Schedule(run.spec.agent.concurrency);
  if (refuse !== undefined) schedule.stop(refuse);
  const turn = releasableSignal(run.signal);
  onAbort(turn.signal, () => schedule.stop('the run was interrupted'));
  const progress = { begun: false };
  try {
    const asked = await streamMessage(run, { schedule, signal: turn.signal, progress });
    if (asked.uses.length === 0) turn.release();
    return { ...asked, results: () => schedule.results().finally(turn.release) };
  } catch (error) {
    schedule.stop('the message that asked for it was not completed');
    turn.abort();
    turn.release();
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

async function streamMessage(run: Run, { schedule, signal, progress }: Streaming): Promise<Streamed> {
  const { clock, emit, session } = run;
  const started = clock.now();
  const { origin } = run.model;
  const arrived: Arrived = {
    uuid: randomUUID(),
    content: [],
    uses: [],
    taken: session.toolUseIds.inMessage(),
    from: { id: '', model: run.model.plan.id },
  };
  try {
    const request = await nextRequest(run, origin);
    const take = (event: ModelEvent) => {
      progress.begun ||= event.type !== 'retry';
      takeEvent(run, event, { arrived, schedule, signal });
    };
    await askModel(run, { purpose: 'turn', model: run.model.current, request, signal, raw: run.spec.rawEvents, take });
  } finally {
    run.counts.modelMs += clock.now() - started;
  }
  const { uuid, content, uses, from, end } = arrived;
  if (end === undefined) throw new Error('The model provider ended its stream without an end event.');
  const message = Object.freeze({
    role: 'assistant' as const,
    content: Object.freeze(content),
    origin,
  });
  run.counts.turns += 1;
  run.tools.wereTaken(run.model.plan.id);
  run.model.answeredAt = clock.now();
  const { stopReason, usage } = end;
  const { id: apiId, ...maker } = from;
  const costUsd = costOf(usage, run.model.current.plan.price);
  if (content.length > 0) session.addAssistant(message, { uuid, apiId, ...maker, usage, stopReason, costUsd });
  else if (costUsd !== 0) session.record({ t: 'spent', purpose: 'turn', usd: costUsd });
  emit({ type: 'message', uuid, ...from, message, stopReason, usage });
  const refused = refusedCalls(stopReason);
  if (refused === undefined) schedule.messageComplete();
  else schedule.stop(refused);
  return { message, stopReason, uses, excess: refuseExcess(run, uses.slice(MOST_CALLS)) };
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

/** A message so far. */
interface Arrived {
  readonly uuid: string;
  readonly content: Block[];
  readonly uses: ToolUseBlock[];
  readonly taken: { has(id: string): boolean; add(id: string): void };
  from: Maker;
  end?: EndEvent;
}

interface Arriving extends Pick<Streaming, 'schedule' | 'signal'> {
  readonly arrived: Arrived;
}

function takeEvent(run: Run, event: ModelEvent, arriving: Arriving): void {
  const { arrived } = arriving;
  if (event.type === 'text' || event.type === 'thinking' || event.type === 'retry' || event.type === 'raw') run.emit(event);
  else if (event.type === 'start') {
    arrived.from = { id: event.id, model: event.model, requestId: event.requestId };
    run.emit({ type: 'message_start', uuid: arrived.uuid, ...arrived.from, usage: event.usage });
  } else if (event.type === 'end') arrived.end = event;
  else if (event.type === 'block') takeBlock(run, event, arriving);
}

type BlockEvent = Extract<ModelEvent, { type: 'block' }>;

/** Adds a block to the message and puts the call of a tool use on the schedule. */
function takeBlock(run: Run, event: BlockEvent, { arrived, schedule, signal }: Arriving): void {
  const { uuid, content, uses, taken } = arrived;
  const admitted = admitBlock(event, { taken, bounds: run.calls().inputBounds ?? {} });
  if (admitted === undefined) return;
  const { block, call } = admitted;
  run.emit({ type: 'block', uuid, index: content.push(block) - 1, block });
  if (!isToolUse(block) || call === undefined) return;
  taken.add(block.id);
  if (uses.push(block) <= MOST_CALLS) startCall(run, call, { schedule, signal });
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

/** The most calls of one message that run. A message of today's models has far fewer. */
export const MOST_CALLS = 1_000;
const EXCESS = `its message has more than ${MOST_CALLS} calls.`;

/** Answers calls that are too many to run. One record has the answer of all of them, since there may be tens of thousands. */
function refuseExcess({ session }: Pick<RunContext, 'session'>, uses: readonly ToolUseBlock[]): readonly ToolResultBlock[] {
  const content = `The call was not run: ${EXCESS}`;
  const blocks = uses.map(({ id }) => ({ type: 'tool_result' as const, tool_use_id: id, content, is_error: true }));
  const [block, ...others] = blocks;
  if (block === undefined) return [];
  const also = others.map((one) => one.tool_use_id);
  session.record({ t: 'ended', id: block.tool_use_id, outcome: 'interrupted', code: 'TOOL_NOT_RUN', block, also });
  return blocks;
}

/** Puts a call on the schedule, or refuses it if no limit has a place left, or if it is one too many. The journal has its result as soon as the call has ended. */
export function startCall(
  run: AnsweringRun & Calling & Pick<Toolbox, 'deferral'>,
  asked: RequestedCall,
  { schedule, signal, isExcess = false }: { schedule: Schedule; signal: AbortSignal; isExcess?: boolean },
): void {
  const { toolAliases } = run.spec;
  const name = Object.hasOwn(toolAliases, asked.name) ? (toolAliases[asked.name] ?? asked.name) : asked.name;
  const call = { ...asked, name };
  const { refused, release, keep } = isExcess ? noPlace(EXCESS) : holdCall(run);
  schedule.add(async (turn, kept) => {
    let leave = release;
    try {
      const settled = await runToolCall(call, { ...run.calls(), signal, turn, kept });
      if (settled.outcome === 'deferred') {
        // A deferred call gets no end in the journal, so that a resumed session begins with the call.
        run.session.record({ t: 'deferred', id: settled.id });
        leave = () => keep(signal);
        return settled;
      }
      return recordCall(run, run.deferral.completed(settled));
    } finally {
      leave();
    }
  }, refused);
}
