import { isText, ruleText, type SettledCall } from '@loadout/core';
import type { AgentEvent, ObservedRun } from '@loadout/runner';
import type { Exporter } from './exporter.js';
import { ATTRIBUTE as A, METRIC, providerName } from './names.js';
import { Span, type SpanContext } from './otlp/span.js';
import { type Attributes, now } from './otlp/values.js';
import type { Settings } from './settings.js';

interface AgentSpansParts {
  readonly name: string;
  readonly run: ObservedRun;
  readonly exporter: Exporter;
  readonly settings: Settings;
  readonly parent: SpanContext | undefined;
  readonly links: readonly SpanContext[];
  readonly isSampled: boolean;
}

type OwnEvent = Exclude<AgentEvent, { readonly type: 'subagent' }>;
type Of<T extends OwnEvent['type']> = Extract<OwnEvent, { readonly type: T }>;

/** The spans of one agent: `invoke_agent`, and below it `chat` for each request and `execute_tool` for each call. */
export class AgentSpans {
  readonly span: Span;
  readonly #parts: AgentSpansParts;
  readonly #requests = new Map<number, Span>();
  readonly #calls = new Map<string, Span>();
  #name: string;
  #provider = 'unknown';

  constructor(parts: AgentSpansParts) {
    const { name, run, parent, links, isSampled } = parts;
    this.#parts = parts;
    this.#name = name;
    this.span = new Span({
      name: `invoke_agent ${name}`,
      kind: 'internal',
      parent,
      links,
      sampled: isSampled,
      start: now(),
      attributes: { [A.operation]: 'invoke_agent', [A.agent]: name, [A.conversation]: run.sessionId },
    });
  }

  callSpan(id: string): Span | undefined {
    return this.#calls.get(id);
  }

  event(event: OwnEvent): void {
    switch (event.type) {
      case 'init':
        this.#init(event);
        break;
      case 'prompt':
        this.#content(this.span, A.inputMessages, () => textOf(event.message.content));
        break;
      case 'request':
        this.#request(event);
        break;
      case 'message':
        this.#message(event);
        break;
      case 'response':
        this.#response(event);
        break;
      case 'retry':
        this.#lastRequest()?.add('retry', now(), { attempt: event.attempt, reason: event.reason });
        break;
      case 'tool_call':
        this.#call(event);
        break;
      case 'permitted':
        this.#permitted(event);
        break;
      case 'tool_result':
        this.#result(event);
        break;
      case 'compact':
        this.span.add('loadout.compact', now(), { trigger: event.trigger, how: event.how, tokens: event.preTokens });
        break;
      case 'result':
        this.#end(event);
        break;
    }
  }

  /** Ends the agent of a run that ended before the agent did. */
  abandon(): void {
    this.#close(now(), { error: 'interrupted' });
  }

  /** A subagent is known by its id until it begins. */
  #init({ init: { agent, model, permissionMode } }: Of<'init'>): void {
    this.#name = agent;
    this.span.rename(`invoke_agent ${agent}`);
    this.span.set({ [A.agent]: agent });
    this.#provider = providerName(model.provider);
    this.span.set({ [A.provider]: this.#provider, [A.requestModel]: model.id, [A.mode]: permissionMode });
  }

  #request({ id, purpose, model }: Of<'request'>): void {
    const attributes = { [A.operation]: 'chat', [A.provider]: this.#provider, [A.requestModel]: model, [A.purpose]: purpose };
    this.#requests.set(id, this.#child(`chat ${model}`, { kind: 'client', attributes }));
  }

  #lastRequest(): Span | undefined {
    return [...this.#requests.values()].at(-1);
  }

  #message({ id, model, message }: Of<'message'>): void {
    const span = this.#lastRequest();
    span?.set({ [A.responseId]: id, [A.responseModel]: model });
    if (span !== undefined) this.#content(span, A.outputMessages, () => textOf(message.content));
  }

  #response({ id, model, usage, costUsd, stopReason, error, durationMs }: Of<'response'>): void {
    const span = this.#requests.get(id);
    this.#requests.delete(id);
    if (span === undefined) return;
    const cacheRead = usage?.cache_read_input_tokens ?? 0;
    const cacheWrite = usage?.cache_creation_input_tokens ?? 0;
    // The conventions count the tokens of the cache as input.
    const input = usage === undefined ? undefined : usage.input_tokens + cacheRead + cacheWrite;
    const attributes = {
      [A.inputTokens]: input,
      [A.outputTokens]: usage?.output_tokens,
      [A.cacheRead]: cacheRead === 0 ? undefined : cacheRead,
      [A.cacheWrite]: cacheWrite === 0 ? undefined : cacheWrite,
      [A.finishReasons]: stopReason === undefined ? undefined : [stopReason],
      [A.cost]: costUsd ?? undefined,
    };
    this.#finish(span, { error, attributes });
    const labels = { [A.operation]: 'chat', [A.provider]: this.#provider, [A.requestModel]: model };
    const { meter } = this.#parts.exporter;
    meter.observe(METRIC.operationDuration, 's', durationMs / 1000, { ...labels, [A.error]: error });
    if (input !== undefined) meter.observe(METRIC.tokens, '{token}', input, { ...labels, [A.tokenType]: 'input' });
    if (usage !== undefined) meter.observe(METRIC.tokens, '{token}', usage.output_tokens, { ...labels, [A.tokenType]: 'output' });
    if (costUsd) meter.add(METRIC.cost, 'USD', costUsd, { [A.agent]: this.#name, [A.requestModel]: model });
  }

  #call({ id, name, input }: Of<'tool_call'>): void {
    const attributes = { [A.operation]: 'execute_tool', [A.tool]: name, [A.toolCall]: id, [A.toolType]: 'function' };
    const span = this.#child(`execute_tool ${name}`, { kind: 'internal', attributes });
    this.#content(span, A.arguments, () => JSON.stringify(input));
    this.#calls.set(id, span);
  }

  #permitted({ id, name, reason, rule, position }: Of<'permitted'>): void {
    const source = position === undefined ? undefined : `${position.file}:${position.line}:${position.column}`;
    this.#calls
      .get(id)
      ?.add('loadout.permission', now(), { [A.decision]: 'allow', [A.rule]: rule, [A.source]: source, [A.reason]: reason });
    this.#parts.exporter.meter.add(METRIC.decisions, '{decision}', 1, { [A.tool]: name, [A.decision]: 'allow' });
  }

  #result({ id, name, call }: Of<'tool_result'>): void {
    const span = this.#calls.get(id);
    this.#calls.delete(id);
    if (span === undefined) return;
    if (call.outcome === 'denied') {
      span.add('loadout.permission', now(), denialOf(call));
      this.#parts.exporter.meter.add(METRIC.decisions, '{decision}', 1, { [A.tool]: name, [A.decision]: 'deny' });
    }
    this.#content(span, A.result, () => call.result.content);
    const error = call.outcome === 'done' ? undefined : (call.code ?? call.outcome);
    this.#finish(span, { error, attributes: { [A.callOutcome]: call.outcome } });
    const { meter } = this.#parts.exporter;
    meter.observe(METRIC.toolDuration, 's', call.durationMs / 1000, { [A.tool]: name, [A.error]: error });
  }

  #end({ result }: Of<'result'>): void {
    const { outcome, usage, costUsd, durationMs, error } = result;
    const isGood = outcome === 'success';
    this.span.set({
      [A.outcome]: outcome,
      [A.inputTokens]: usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
      [A.outputTokens]: usage.output_tokens,
      [A.cost]: costUsd ?? undefined,
    });
    this.#content(this.span, A.outputMessages, () => result.text);
    this.#close(now(), { error: isGood ? undefined : (error?.code ?? outcome) });
    const { meter } = this.#parts.exporter;
    const labels = { [A.agent]: this.#name, [A.error]: isGood ? undefined : outcome };
    meter.observe(METRIC.agentDuration, 's', durationMs / 1000, labels);
    meter.add(METRIC.runs, '{run}', 1, { [A.agent]: this.#name, [A.outcome]: outcome });
  }

  /** Ends the agent's span with every span that is still open below it. */
  #close(at: number, { error }: { readonly error: string | undefined }): void {
    for (const open of [...this.#requests.values(), ...this.#calls.values()]) this.#finish(open, { error: 'interrupted' });
    this.#requests.clear();
    this.#calls.clear();
    this.span.end(at, { error });
    this.#parts.exporter.add(this.span);
  }

  #child(name: string, { kind, attributes }: { readonly kind: 'internal' | 'client'; readonly attributes: Attributes }): Span {
    return new Span({ name, kind, parent: this.span, start: now(), attributes });
  }

  #finish(span: Span, ending: { readonly error?: string | undefined; readonly attributes?: Attributes }): void {
    span.end(now(), ending);
    this.#parts.exporter.add(span);
  }

  /** Adds a text of the conversation, without secrets, if the settings ask for it. */
  #content(span: Span, name: string, text: () => string | undefined): void {
    const { settings, run } = this.#parts;
    if (!settings.content) return;
    const whole = text() ?? '';
    span.set({ [name]: run.redact?.(whole) ?? whole });
  }
}

const textOf = (content: readonly { readonly type: string }[]): string =>
  content
    .filter(isText)
    .map(({ text }) => text)
    .join('\n');

function denialOf({ rule, deniedBy }: SettledCall): Attributes {
  const place = rule?.position;
  return {
    [A.decision]: 'deny',
    [A.rule]: rule === undefined ? undefined : ruleText(rule),
    [A.source]: place === undefined ? deniedBy : `${place.file}:${place.line}:${place.column}`,
  };
}
