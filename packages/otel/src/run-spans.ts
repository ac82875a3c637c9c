import type { AgentEvent, ObservedRun, RunObserver } from '@loadout/runner';
import type { SpanContext } from '@opentelemetry/api';
import { AgentSpans, type AgentSpansParts } from './agent-spans.js';
import type { Listener, OwnEvent } from './listener.js';
import type { Settings } from './settings.js';
import type { Sink } from './sink.js';
import type { Spelling } from './spelling.js';
import { traceparent } from './traceparent.js';

export interface RunSpansParts {
  readonly run: ObservedRun;
  readonly sink: Sink;
  readonly settings: Settings;
  readonly spelling: Spelling;
  /** The trace that the process is part of. */
  readonly parent: SpanContext | undefined;
  /** The root span of the last run of this session, if a file of the session names it. */
  readonly previous: SpanContext | undefined;
  readonly listeners: readonly Listener[];
}

/** Events that begin the next trace of a conversation. Any other event after a result belongs to the trace before. */
const BEGINS: ReadonlySet<string> = new Set([
  'init',
  'prompt',
  'request',
  'tool_call',
  'UserPromptSubmit',
  'UserPromptExpansion',
]);

/** Events in large numbers that no span, metric or record is about. */
const PIECES: ReadonlySet<string> = new Set(['text', 'thinking', 'raw', 'tool_progress', 'hook_progress']);

/** The spans of a run and of the agents under it. */
export class RunSpans implements RunObserver {
  readonly #parts: RunSpansParts;
  #root: AgentSpans;
  /** Agents by their path, joined by `/`. */
  readonly #agents = new Map<string, AgentSpans>();

  constructor(parts: RunSpansParts) {
    this.#parts = parts;
    this.#root = this.#begin(parts.previous === undefined ? [] : [parts.previous]);
  }

  get root(): SpanContext {
    return this.#root.span;
  }

  event(event: AgentEvent): void {
    if (PIECES.has(event.type)) return;
    // In a conversation, each prompt after the first is a trace of its own, linked to the one before.
    if (!this.#root.span.isOpen && BEGINS.has(event.type === 'hook' ? event.event : event.type))
      this.#root = this.#begin([this.#root.span]);
    if (event.type === 'subagent') this.#under(event);
    else this.#tell(this.#root, event);
    if (event.type === 'result') this.#end();
  }

  variables(callId?: string): Readonly<Record<string, string>> {
    const span = callId === undefined ? undefined : this.#callSpan(callId);
    return { TRACEPARENT: traceparent(span ?? this.#root.span) };
  }

  #tell(agent: AgentSpans, event: OwnEvent): void {
    const span = agent.event(event);
    const where = { agent: agent.name, provider: agent.provider, isSubagent: agent !== this.#root, span };
    for (const listener of this.#parts.listeners) listener(event, where);
  }

  #begin(links: readonly SpanContext[]): AgentSpans {
    const { run, parent } = this.#parts;
    return this.#agent({ name: run.agent, parent, links });
  }

  #under({ path, toolUseId, event }: Extract<AgentEvent, { type: 'subagent' }>): void {
    const key = path.join('/');
    const above = this.#agents.get(path.slice(0, -1).join('/')) ?? this.#root;
    const known = this.#agents.get(key);
    const agent = known?.span.isOpen === true ? known : this.#agentUnder(above, { name: path.at(-1) ?? '', toolUseId });
    this.#agents.set(key, agent);
    this.#tell(agent, event);
    if (event.type === 'result') this.#agents.delete(key);
  }

  #agentUnder(
    above: AgentSpans,
    { name, toolUseId }: { readonly name: string; readonly toolUseId: string | undefined },
  ): AgentSpans {
    const parent = (toolUseId === undefined ? undefined : above.callSpan(toolUseId)) ?? above.span;
    return this.#agent({ name, parent, links: [] });
  }

  #agent(own: Pick<AgentSpansParts, 'name' | 'parent' | 'links'>): AgentSpans {
    const { run, sink, settings, spelling } = this.#parts;
    return new AgentSpans({ run, sink, settings, spelling, ...own });
  }

  #callSpan(id: string): SpanContext | undefined {
    for (const agent of [this.#root, ...this.#agents.values()]) {
      const span = agent.callSpan(id);
      if (span !== undefined) return span;
    }
    return undefined;
  }

  #end(): void {
    for (const agent of this.#agents.values()) agent.abandon();
    this.#agents.clear();
  }
}
