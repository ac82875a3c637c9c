import type { AgentEvent, ObservedRun, RunObserver } from '@loadout/runner';
import { AgentSpans } from './agent-spans.js';
import type { Exporter } from './exporter.js';
import { type SpanContext, traceparent } from './otlp/span.js';
import type { Settings } from './settings.js';

export interface RunSpansParts {
  readonly run: ObservedRun;
  readonly exporter: Exporter;
  readonly settings: Settings;
  /** The trace that the process is part of. */
  readonly parent: SpanContext | undefined;
  /** The root span of the last run of this session, if a file of the session names it. */
  readonly previous: SpanContext | undefined;
  readonly isSampled: boolean;
}

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
    // In a conversation, each prompt after the first is a trace of its own, linked to the one before.
    if (!this.#root.span.isOpen) this.#root = this.#begin([this.#root.span]);
    if (event.type === 'subagent') this.#under(event);
    else this.#root.event(event);
    if (event.type === 'result') this.#end();
  }

  variables(callId?: string): Readonly<Record<string, string>> {
    const span = callId === undefined ? undefined : this.#callSpan(callId);
    return { TRACEPARENT: traceparent(span ?? this.#root.span) };
  }

  #begin(links: readonly SpanContext[]): AgentSpans {
    const { run, exporter, settings, parent, isSampled } = this.#parts;
    return new AgentSpans({ name: run.agent, run, exporter, settings, parent, links, isSampled });
  }

  #under({ path, toolUseId, event }: Extract<AgentEvent, { type: 'subagent' }>): void {
    const key = path.join('/');
    const above = this.#agents.get(path.slice(0, -1).join('/')) ?? this.#root;
    const known = this.#agents.get(key);
    const agent = known?.span.isOpen === true ? known : this.#agentUnder(above, { name: path.at(-1) ?? '', toolUseId });
    this.#agents.set(key, agent);
    agent.event(event);
    if (event.type === 'result') this.#agents.delete(key);
  }

  #agentUnder(
    above: AgentSpans,
    { name, toolUseId }: { readonly name: string; readonly toolUseId: string | undefined },
  ): AgentSpans {
    const parent = (toolUseId === undefined ? undefined : above.callSpan(toolUseId)) ?? above.span;
    const { run, exporter, settings } = this.#parts;
    return new AgentSpans({ name, run, exporter, settings, parent, links: [], isSampled: parent.sampled });
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
