import type { Block, ToolResultBlock } from '@loadout/core/model';
import type { SettledCall } from '@loadout/core/run';
import { defined } from '@loadout/node';
import type { AgentEvent, RunResult } from '@loadout/runner';
import { apiError } from '../sessions/api-errors.js';
import { blockUuid } from '../sessions/block-uuid.js';
import type { MessageOrigin } from '../types/messages.js';
import { assistantFrame, deniedFrames, type Frame, toolResultFrame } from './frame.js';
import { type LocalAnswer, localFrames } from './local-frames.js';
import { PartialFrames } from './partial-frames.js';
import { resultFrame } from './result.js';
import { informational, notTaken, statusFrames } from './status-frames.js';
import { SubagentFrames } from './subagent-frames.js';
import { newTurn, note, type Turn } from './turn.js';
import type { ModelLimits } from './usage.js';

export interface FramerOptions {
  readonly includePartialMessages: boolean;
  readonly forwardSubagentText: boolean;
  readonly limitsOf: (model: string) => ModelLimits;
  /** Returns the number of prompts that wait. */
  readonly waiting: () => number;
  /** Returns a new init frame for each turn. */
  readonly init: () => Frame;
  /** Milliseconds since any fixed moment. */
  readonly now: () => number;
}

/** Converts the events of a conversation to messages of the wire, in their order. */
export class Framer {
  readonly #options: FramerOptions;
  readonly #settled = new Map<string, SettledCall>();
  readonly #began = new Map<string, number>();
  readonly #subagents: SubagentFrames;
  readonly #partial = new PartialFrames();
  #results = 0;
  /** The usage by model at the last result. */
  #models: RunResult['models'] = {};
  #turn: Turn;

  constructor(options: FramerOptions) {
    this.#options = options;
    this.#subagents = new SubagentFrames({ forwardsText: options.forwardSubagentText });
    this.#turn = newTurn(options.now(), undefined);
  }

  /** Begins a turn. `origin` is the source of the turn if it was not a person. */
  begin(origin?: MessageOrigin): void {
    this.#turn = newTurn(this.#options.now(), origin);
  }

  frames(event: AgentEvent): readonly Frame[] {
    note(this.#turn, event, () => this.#elapsedMs());
    switch (event.type) {
      case 'prompt':
        return this.#begun();
      case 'message_start':
      case 'text':
      case 'thinking':
      case 'message':
        return [];
      case 'raw':
        if (!this.#options.includePartialMessages) return [];
        return this.#partial.frames(event.event, this.#options.now() - this.#turn.startedAt);
      case 'block':
        this.#subagents.asked(event.block);
        return [this.#assistant(event.block, blockUuid(event.uuid, event.index)), ...this.#partial.blockTold()];
      case 'discard':
        return [informational(`The answer is asked for again: ${event.reason}`, 'warning')];
      case 'tool_call':
        this.#began.set(event.id, this.#options.now());
        return [];
      case 'tool_result':
        return this.#result(event.call);
      case 'reply':
        return this.#reply(event.message.content, event.uuid);
      case 'tool_progress':
        return this.#progress(event);
      case 'subagent':
        return this.#subagents.frames(event);
      case 'task':
        return this.#subagents.task(event);
      case 'compact':
        // A requested compaction is the whole turn.
        return [...(event.trigger === 'manual' ? this.#begun() : []), ...statusFrames(event)];
      case 'request':
        return this.#request(event);
      case 'result':
        return this.#end(event.result);
      default:
        return [...statusFrames(event)];
    }
  }

  /** Reports that the model is asked, if the program receives partial messages, since those follow (LOOP-21). */
  #request(event: Extract<AgentEvent, { type: 'request' }>): readonly Frame[] {
    if (event.purpose === 'turn') this.#turn.requestMs ??= this.#elapsedMs();
    const isShown = event.purpose === 'summary' || (event.purpose === 'turn' && this.#options.includePartialMessages);
    return isShown ? [...this.#begun(), ...statusFrames(event)] : [];
  }

  /** Returns the milliseconds since the prompt. */
  #elapsedMs(): number {
    return Math.round(this.#options.now() - this.#turn.startedAt);
  }

  /** Returns `init` once per turn, before everything else. */
  #begun(): readonly Frame[] {
    if (this.#turn.hasBegun) return [];
    this.#turn.hasBegun = true;
    return [this.#options.init()];
  }

  /** Returns the frames of a command that the engine answered. They carry the cost up to then (W4). */
  answered(answer: LocalAnswer, before: RunResult | undefined): readonly Frame[] {
    const { limitsOf, waiting } = this.#options;
    const context = { waiting: waiting(), index: this.#results++, limitsOf, subagents: this.#subagents.counts };
    return [...this.#begun(), ...localFrames(answer, { before, ...context })];
  }

  #assistant(block: Block, uuid: string): Frame {
    return { ...assistantFrame({ ...this.#turn.message, block }), uuid, parent_tool_use_id: null };
  }

  #result(call: SettledCall): readonly Frame[] {
    this.#settled.set(call.id, call);
    this.#subagents.settled(call);
    this.#turn.hadCalls = true;
    if (call.stop !== undefined && call.outcome === 'denied') this.#turn.wasStoppedByAnswer = true;
    return deniedFrames(call);
  }

  /** Returns one message per result, in the order of the calls. Texts of the engine itself are marked as such. */
  #reply(content: readonly Block[], uuid: string): readonly Frame[] {
    const results = content.filter((block): block is ToolResultBlock => block.type === 'tool_result');
    if (results.length === 0)
      return [{ type: 'user', uuid, message: { role: 'user', content }, parent_tool_use_id: null, isSynthetic: true }];
    return results.map((block, index) => {
      const call = this.#settled.get(block.tool_use_id);
      this.#settled.delete(block.tool_use_id);
      this.#began.delete(block.tool_use_id);
      return { ...toolResultFrame(block, call), uuid: index === 0 ? uuid : blockUuid(uuid, index), parent_tool_use_id: null };
    });
  }

  /** Reports progress. For a short call, the result is enough. */
  #progress({ id, name, message }: Extract<AgentEvent, { type: 'tool_progress' }>): readonly Frame[] {
    const elapsed = this.#options.now() - (this.#began.get(id) ?? this.#options.now());
    if (elapsed < SOON_MS) return [];
    const elapsed_time_seconds = Math.round(elapsed / 1000);
    return [{ type: 'tool_progress', tool_use_id: id, tool_name: name, parent_tool_use_id: null, elapsed_time_seconds, message }];
  }

  #end(result: RunResult): readonly Frame[] {
    const { usage, ttftMs, contentMs, requestMs, begunIds, hadCalls, wasStoppedByAnswer, origin, partial } = this.#turn;
    const frame = resultFrame(result, {
      usage,
      ttftMs,
      contentMs,
      requestMs,
      begunIds: this.#options.includePartialMessages ? begunIds : undefined,
      before: this.#models,
      waiting: this.#options.waiting(),
      wasStoppedByAnswer,
      inTools: hadCalls,
      limitsOf: this.#options.limitsOf,
      origin,
      index: this.#results++,
      subagents: this.#subagents.counts,
    });
    this.#models = result.models;
    return [...this.#beforeEnd(result, { partial, frame }), { ...frame }];
  }

  /**
   * Adds the frames that a program would miss without them: text that was cut off, the failure of the API, the reason why a
   * prompt was not taken.
   */
  #beforeEnd(
    result: RunResult,
    { partial, frame }: { partial: string; frame: ReturnType<typeof resultFrame> },
  ): readonly Frame[] {
    const frames: Frame[] = [];
    if (result.outcome === 'interrupted') {
      if (partial !== '') {
        const { uuid: _, ...cut } = this.#assistant({ type: 'text', text: partial }, '');
        frames.push({ ...cut, aborted: true });
      }
      frames.push(interruptFrame(this.#turn.hadCalls));
    }
    if (result.outcome === 'error_model' && 'result' in frame) frames.push(failureFrame(frame.result, result.error));
    // A turn that asked no model, such as a /compact with nothing to summarise.
    if (result.outcome === 'success' && result.turns === 0) frames.push(...this.#begun());
    if (result.outcome === 'blocked' && 'result' in frame) frames.push(...this.#begun(), notTaken(frame.result));
    if (result.costUsd === null)
      frames.push(informational('What a model costs is not known: its part of total_cost_usd is 0.', 'notice'));
    return frames;
  }
}

const SOON_MS = 2_000;

export const INTERRUPTED = '[Request interrupted by user]';
export const INTERRUPTED_IN_TOOLS = '[Request interrupted by user for tool use]';

const interruptFrame = (inTools: boolean): Frame => ({
  type: 'user',
  message: { role: 'user', content: [{ type: 'text', text: inTools ? INTERRUPTED_IN_TOOLS : INTERRUPTED }] },
  parent_tool_use_id: null,
});

/** The message with which the engine tells of a failure of the API. */
function failureFrame(text: string, problem: RunResult['error'] = { code: '', message: '', fix: '' }): Frame {
  const { error, status, type } = apiError(problem);
  return {
    ...assistantFrame({ id: '', model: '<synthetic>', block: { type: 'text', text } }),
    parent_tool_use_id: null,
    error,
    is_api_error_message: true,
    ...(status === null ? {} : { api_error_status: status }),
    ...defined({ api_error_type: type }),
  };
}
