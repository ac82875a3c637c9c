import type { Message } from '@loadout/core/model';
import { type DoorEvent, failureOf, type RunState } from '@loadout/serve';
import { type AgUiEvent, callEvents, resultEvents } from './call-events.js';
import { SubagentTelling } from './subagent-events.js';

interface TellingParts {
  readonly threadId: string;
  readonly runId: string;
  /** The calls that an earlier run has told. */
  readonly told: readonly string[];
}

interface OpenText {
  readonly kind: 'text' | 'thinking';
  readonly messageId: string;
}

/** The events of one run, in AG-UI's order: each start has its end before the run ends. */
export class RunTelling {
  readonly #parts: TellingParts;
  #message = '';
  #texts = 0;
  #open: OpenText | undefined;
  readonly #calls: Set<string>;
  readonly #subagents: SubagentTelling;

  constructor(parts: TellingParts) {
    this.#parts = parts;
    this.#calls = new Set(parts.told);
    this.#subagents = new SubagentTelling(parts.told);
  }

  begin(): readonly AgUiEvent[] {
    const { threadId, runId } = this.#parts;
    return [{ type: 'RUN_STARTED', threadId, runId }];
  }

  of(event: DoorEvent): readonly AgUiEvent[] {
    switch (event.type) {
      case 'message_start':
        this.#message = event.uuid;
        this.#texts = 0;
        return this.#end();
      case 'text':
      case 'thinking':
        return event.text === '' ? [] : this.#add(event.type, event.text);
      case 'tool_call':
        return [...this.#end(), ...this.#callOnce(event)];
      case 'tool_result':
        return [...this.#end(), ...resultEvents(event)];
      case 'subagent':
        return [...this.#end(), ...this.#subagents.of(event)];
      case 'discard':
        return [...this.#end(), custom('loadout.discard', { messageId: this.#message, reason: event.reason })];
      case 'gap':
        return [...this.#end(), custom('loadout.gap', 'A part is missing here, because the client read too slowly.')];
      case 'message':
        return [...this.#end(), ...this.#callsIn(event.message)];
      default:
        return [];
    }
  }

  /** The end of the run, with the questions that it waits for. */
  end({ result, asks = [] }: Pick<RunState, 'result' | 'asks'>): readonly AgUiEvent[] {
    const before = [...this.#end(), ...this.#subagents.end()];
    const { threadId, runId } = this.#parts;
    const interrupt = { type: 'interrupt', interrupts: asks.map(interruptOf) };
    // A run of an engine that waits has no result yet.
    if (result === undefined && asks.length > 0)
      return [...before, { type: 'RUN_FINISHED', threadId, runId, result: { outcome: 'deferred' }, outcome: interrupt }];
    if (result === undefined) return before;
    const failure = failureOf(result);
    if (failure !== undefined) return [...before, { type: 'RUN_ERROR', message: failure.message, code: failure.code }];
    const { outcome: ending, text, structuredOutput, costUsd, error } = result;
    const told = { outcome: ending, text, structuredOutput, costUsd, error };
    const outcome = ending === 'deferred' ? interrupt : { type: 'success' };
    return [...before, { type: 'RUN_FINISHED', threadId, runId, result: told, outcome }];
  }

  /** The calls of a message. The events of an engine have them there alone. */
  #callsIn({ role, content }: Message): readonly AgUiEvent[] {
    if (role !== 'assistant' || typeof content === 'string') return [];
    return content.flatMap((block) =>
      block.type === 'tool_use' ? this.#callOnce({ id: String(block.id), name: String(block.name), input: block.input }) : [],
    );
  }

  #callOnce(call: Parameters<typeof callEvents>[0]): readonly AgUiEvent[] {
    if (this.#calls.has(call.id)) return [];
    this.#calls.add(call.id);
    return callEvents(call);
  }

  #add(kind: OpenText['kind'], delta: string): readonly AgUiEvent[] {
    const before = this.#open?.kind === kind ? [] : [...this.#end(), ...this.#begin(kind)];
    const messageId = this.#open?.messageId ?? '';
    return [...before, { type: kind === 'text' ? 'TEXT_MESSAGE_CONTENT' : 'REASONING_MESSAGE_CONTENT', messageId, delta }];
  }

  /** A message of the model can have several texts, with thoughts and calls between them. */
  #begin(kind: OpenText['kind']): readonly AgUiEvent[] {
    this.#texts += 1;
    const messageId = `${this.#message || this.#parts.runId}${this.#texts === 1 ? '' : `-${this.#texts}`}`;
    this.#open = { kind, messageId };
    if (kind === 'text') return [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }];
    return [
      { type: 'REASONING_START', messageId },
      { type: 'REASONING_MESSAGE_START', messageId, role: 'reasoning' },
    ];
  }

  #end(): readonly AgUiEvent[] {
    const open = this.#open;
    this.#open = undefined;
    if (open === undefined) return [];
    const { messageId } = open;
    if (open.kind === 'text') return [{ type: 'TEXT_MESSAGE_END', messageId }];
    return [
      { type: 'REASONING_MESSAGE_END', messageId },
      { type: 'REASONING_END', messageId },
    ];
  }
}

const custom = (name: string, value: unknown): AgUiEvent => ({ type: 'CUSTOM', name, value });

const ANSWER = {
  type: 'object',
  properties: { approved: { type: 'boolean' }, message: { type: 'string' } },
  required: ['approved'],
};

const TEXTS = {
  type: 'object',
  properties: { texts: { type: 'array', items: { type: 'string' }, minItems: 1 } },
  required: ['texts'],
};

const interruptOf = ({ call, tool, input, reason, rule, at, questions }: NonNullable<RunState['asks']>[number]) => ({
  id: call,
  reason: questions === undefined ? 'tool_call' : 'input_required',
  message: questions?.map(({ question }) => question).join('\n') ?? `${tool} waits for an approval. ${reason}`,
  toolCallId: call.split('/').at(-1),
  responseSchema: questions === undefined ? ANSWER : TEXTS,
  metadata: { tool, input, rule, at, questions },
});
