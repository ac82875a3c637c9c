import { randomUUID } from 'node:crypto';
import { type Block, isToolUse, type Message, Schedule, type StopReason, type ToolUseBlock, type Usage } from '@loadout/core';
import type { Exchanges } from '../ground/exchange.js';
import type { Calling, Ground } from '../ground/ground.js';
import { askModel } from '../model/ask-model.js';
import type { Asking } from '../model/asking.js';
import type { Toolbox } from '../skills/toolbox.js';
import { admitBlock } from './admit-block.js';
import { startCall } from './call-results.js';

type Run = Ground & Exchanges & Calling & Pick<Asking, 'model'> & Pick<Toolbox, 'deferral' | 'tools'>;

/** A message of the model, whole, and its calls, under way. */
export interface ModelTurn {
  readonly message: Message;
  readonly stopReason: StopReason;
  readonly schedule: Schedule;
  readonly uses: readonly ToolUseBlock[];
}

/** The model could not be asked, or its message broke off. `begun`: something of the message had arrived. */
export interface FailedTurn {
  readonly error: unknown;
  readonly begun: boolean;
}

/**
 * Asks the model once, and puts its calls on a schedule while the message streams. When the message fails, the calls that run
 * are interrupted and waited for; none with an effect has started by then. `refuse`: why no call of this message will run.
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

async function streamMessage(run: Run, { schedule, signal, progress }: Streaming): Promise<ModelTurn> {
  const { calls, emit, session } = run;
  const started = calls.clock.now();
  const content: Block[] = [];
  const uuid = randomUUID();
  let from = { id: '', model: run.model.plan.id };
  const uses: ToolUseBlock[] = [];
  const { inputBounds = {} } = calls;
  const taken = session.toolUseIds.inMessage();
  let end: { stopReason: StopReason; usage: Usage | undefined } | undefined;
  const stop = () => schedule.stop('the run was interrupted');
  run.signal.addEventListener('abort', stop, { once: true });
  try {
    const request = { ...run.tools.nextRequest(), messages: session.messages };
    for await (const event of askModel(run, {
      purpose: 'turn',
      model: run.model.current,
      request,
      signal,
      raw: run.spec.rawEvents,
    })) {
      progress.begun ||= event.type !== 'retry';
      if (event.type === 'text' || event.type === 'thinking' || event.type === 'retry' || event.type === 'raw') emit(event);
      else if (event.type === 'start') {
        from = { id: event.id, model: event.model };
        emit({ type: 'message_start', uuid, ...from, usage: event.usage });
      } else if (event.type === 'end') end = event;
      else if (event.type === 'block') {
        const admitted = admitBlock(event, { taken, bounds: inputBounds });
        if (admitted === undefined) continue;
        const { block, call } = admitted;
        emit({ type: 'block', uuid, index: content.push(block) - 1, block });
        if (!isToolUse(block) || call === undefined) continue;
        uses.push(block);
        taken.add(block.id);
        startCall(run, call, { schedule, signal });
      }
    }
  } finally {
    run.counts.modelMs += calls.clock.now() - started;
    if (end === undefined || uses.length === 0) run.signal.removeEventListener('abort', stop);
  }
  if (end === undefined) throw new Error('The model provider ended its stream without an end event.');
  const message = Object.freeze({ role: 'assistant' as const, content: Object.freeze(content) });
  run.counts.turns += 1;
  run.model.answeredAt = calls.clock.now();
  const { stopReason, usage } = end;
  if (content.length > 0) session.addAssistant(message, { uuid, apiId: from.id, model: from.model, usage, stopReason });
  emit({ type: 'message', uuid, ...from, message, stopReason, usage });
  schedule.messageComplete();
  const release = () => run.signal.removeEventListener('abort', stop);
  if (uses.length > 0) schedule.results().then(release, release);
  return { message, stopReason: end.stopReason, schedule, uses };
}
