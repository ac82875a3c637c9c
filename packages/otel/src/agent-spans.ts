import { isText } from '@loadout/core/model';
import type { ObservedRun } from '@loadout/runner';
import type { SpanContext } from '@opentelemetry/api';
import type { Attributes } from './attributes.js';
import { now } from './attributes.js';
import type { Of, OwnEvent } from './listener.js';
import { ATTRIBUTE as A, providerName } from './names.js';
import type { Settings } from './settings.js';
import type { OpenSpan, Sink } from './sink.js';
import {
  decisionOf,
  denialOf,
  errorOf,
  hookAttributes,
  placeText,
  resultAttributes,
  usageAttributes,
} from './span-attributes.js';
import type { Spelling } from './spelling.js';
import { textOf } from './text-of.js';

export interface AgentSpansParts {
  readonly name: string;
  readonly run: ObservedRun;
  readonly sink: Sink;
  readonly settings: Settings;
  readonly spelling: Spelling;
  readonly parent: SpanContext | undefined;
  readonly links: readonly SpanContext[];
}

interface Call {
  readonly span: OpenSpan;
  /** The wait for a permission, and then the work, in spellings that have spans for them. */
  part?: OpenSpan | undefined;
}

/** The spans of one agent: the agent's own, and below it those of requests, of calls, and of hooks below their call. */
export class AgentSpans {
  readonly span: OpenSpan;
  readonly #parts: AgentSpansParts;
  readonly #requests = new Map<number, OpenSpan>();
  readonly #calls = new Map<string, Call>();
  /** The open request of the conversation, and the text of its answer so far. */
  #request: OpenSpan | undefined;
  #answer = '';
  #name: string;
  #provider = 'unknown';

  constructor(parts: AgentSpansParts) {
    const { name, run, parent, links, sink, spelling } = parts;
    this.#parts = parts;
    this.#name = name;
    this.span = sink.span({
      scope: spelling.scope,
      name: spelling.name.agent(name),
      kind: 'internal',
      parent,
      links,
      start: now(),
      attributes: { ...spelling.attributes.agent, [A.agent]: name, [A.conversation]: run.sessionId },
    });
  }

  get name(): string {
    return this.#name;
  }

  get provider(): string {
    return this.#provider;
  }

  callSpan(id: string): OpenSpan | undefined {
    return this.#calls.get(id)?.span;
  }

  /** Follows an event. Returns the span that the event is about. */
  event(event: OwnEvent): SpanContext {
    switch (event.type) {
      case 'init':
        this.#init(event);
        break;
      case 'prompt':
        this.#content(this.span, A.inputMessages, () => textOf(event.message.content));
        break;
      case 'request':
        return this.#asked(event);
      case 'message_start':
        return this.#begun(event);
      case 'block':
        return this.#block(event);
      case 'response':
        return this.#response(event);
      case 'retry':
        this.#request?.add('retry', now(), { attempt: event.attempt, reason: event.reason });
        return this.#request ?? this.span;
      case 'tool_call':
        return this.#call(event);
      case 'permitted':
        return this.#permitted(event);
      case 'tool_result':
        return this.#result(event);
      case 'hook':
        return this.#hook(event);
      case 'compact':
        this.span.add('loadout.compact', now(), { trigger: event.trigger, how: event.how, tokens: event.preTokens });
        break;
      case 'result':
        this.#end(event);
        break;
    }
    return this.span;
  }

  /** Ends the agent of a run that ended before the agent did. */
  abandon(): void {
    this.#close({ error: 'interrupted' });
  }

  /** A subagent is known by its id until it begins. */
  #init({ init: { agent, model, permissionMode } }: Of<'init'>): void {
    this.#name = agent;
    this.#provider = providerName(model.provider);
    this.span.rename(this.#parts.spelling.name.agent(agent));
    this.span.set({ [A.agent]: agent, [A.provider]: this.#provider, [A.requestModel]: model.id, [A.mode]: permissionMode });
  }

  #asked({ id, purpose, model }: Of<'request'>): OpenSpan {
    const { spelling } = this.#parts;
    const attributes = { [A.provider]: this.#provider, [A.requestModel]: model, [A.purpose]: purpose };
    const old = spelling.requestKind === 'internal' ? { [A.system]: this.#provider } : {};
    const all = { ...spelling.attributes.request, ...attributes, ...old };
    const span = this.#child(spelling.name.request(model), { kind: spelling.requestKind, attributes: all });
    if (purpose === 'turn') this.#request = span;
    this.#requests.set(id, span);
    return span;
  }

  /** A message begins and has all its blocks while its request runs. */
  #begun({ id, model }: Of<'message_start'>): SpanContext {
    this.#answer = '';
    this.#request?.set({ [A.responseId]: id, [A.responseModel]: model });
    return this.#request ?? this.span;
  }

  #block({ block }: Of<'block'>): SpanContext {
    const span = this.#request ?? this.span;
    if (!this.#parts.settings.content || !isText(block)) return span;
    this.#answer += block.text;
    this.#content(span, A.outputMessages, () => this.#answer);
    return span;
  }

  #response(event: Of<'response'>): SpanContext {
    const span = this.#requests.get(event.id);
    this.#requests.delete(event.id);
    if (span === this.#request) this.#request = undefined;
    const { stopReason, costUsd, error } = event;
    const finish = { [A.finishReasons]: stopReason === undefined ? undefined : [stopReason], [A.cost]: costUsd ?? undefined };
    span?.end(now(), { error, attributes: { ...usageAttributes(event.usage), ...finish } });
    return span ?? this.span;
  }

  #call({ id, name, input }: Of<'tool_call'>): OpenSpan {
    const { spelling } = this.#parts;
    const attributes = { ...spelling.attributes.call, [A.tool]: name, [A.toolCall]: id, [A.toolType]: 'function' };
    const span = this.#child(spelling.name.call(name), { kind: 'internal', attributes });
    this.#content(span, A.arguments, () => JSON.stringify(input));
    this.#calls.set(id, { span, part: this.#part(spelling.parts?.permission, span) });
    return span;
  }

  #part(name: string | undefined, parent: OpenSpan): OpenSpan | undefined {
    return name === undefined ? undefined : this.#child(name, { kind: 'internal', parent, attributes: {} });
  }

  #permitted({ id, reason, rule, position, by }: Of<'permitted'>): SpanContext {
    const call = this.#calls.get(id);
    if (call === undefined) return this.span;
    const why = { [A.rule]: rule, [A.source]: placeText(position), [A.reason]: reason };
    call.span.add('loadout.permission', now(), { [A.decision]: 'allow', ...why });
    call.part?.end(now(), { attributes: decisionOf('accept', by) });
    call.part = this.#part(this.#parts.spelling.parts?.execution, call.span);
    return call.span;
  }

  #result({ id, call }: Of<'tool_result'>): SpanContext {
    const known = this.#calls.get(id);
    this.#calls.delete(id);
    if (known === undefined) return this.span;
    const { span, part } = known;
    if (call.outcome === 'denied') span.add('loadout.permission', now(), denialOf(call));
    this.#content(span, A.result, () => call.result.content);
    const error = errorOf(call);
    part?.end(now(), { error, attributes: call.outcome === 'denied' ? decisionOf('reject', call.deniedBy) : {} });
    span.end(now(), { error, attributes: { [A.callOutcome]: call.outcome } });
    return span;
  }

  /** A hook's event comes at its end and has its duration. */
  #hook(event: Of<'hook'>): SpanContext {
    const { spelling } = this.#parts;
    const parent = event.toolUseId === undefined ? this.span : (this.callSpan(event.toolUseId) ?? this.span);
    const attributes = { ...spelling.attributes.hook, ...hookAttributes(event) };
    const start = Math.max(parent.start, now() - event.durationMs);
    const span = this.#child(spelling.name.hook(event.event), { kind: 'internal', parent, attributes, start });
    span.end(now(), { error: event.outcome === 'failed' ? 'hook_failed' : undefined });
    return span;
  }

  #end({ result }: Of<'result'>): void {
    this.span.set(resultAttributes(result));
    this.#content(this.span, A.outputMessages, () => result.text);
    this.#close({ error: result.outcome === 'success' ? undefined : (result.error?.code ?? result.outcome) });
  }

  /** Ends the agent's span with every span that is still open below it. */
  #close({ error }: { readonly error: string | undefined }): void {
    const interrupted = { error: 'interrupted' };
    for (const open of this.#requests.values()) open.end(now(), interrupted);
    for (const { span, part } of this.#calls.values()) {
      part?.end(now(), interrupted);
      span.end(now(), interrupted);
    }
    this.#requests.clear();
    this.#calls.clear();
    this.span.end(now(), { error });
  }

  #child(name: string, { kind, attributes, parent = this.span, start = now() }: ChildParts): OpenSpan {
    const { sink, spelling } = this.#parts;
    return sink.span({ scope: spelling.scope, name, kind, parent, start, attributes });
  }

  /** Adds a text of the conversation, without secrets, if the settings ask for it. */
  #content(span: OpenSpan, name: string, text: () => string | undefined): void {
    const { settings, run } = this.#parts;
    if (!settings.content) return;
    const whole = text() ?? '';
    span.set({ [name]: run.redact?.(whole) ?? whole });
  }
}

interface ChildParts {
  readonly kind: 'internal' | 'client';
  readonly attributes: Attributes;
  readonly parent?: OpenSpan | undefined;
  readonly start?: number | undefined;
}
