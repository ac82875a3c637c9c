import type { ObservedRun } from '@loadout/runner';
import { type Attributes, now } from '../attributes.js';
import type { Listener, Of, OwnEvent, Where } from '../listener.js';
import type { Sink } from '../sink.js';
import { decisionOf, errorOf } from '../span-attributes.js';
import { textOf } from '../text-of.js';
import { sourceOf } from './claude-metrics.js';
import { CLAUDE_SCOPE, type ClaudeEvent } from './claude-names.js';
import type { ClaudeSettings } from './claude-settings.js';
import { loaded, managed } from './claude-setup.js';

const HIDDEN = '<REDACTED>';

interface LogsParts {
  readonly run: ObservedRun;
  readonly sink: Sink;
  readonly claude: ClaudeSettings;
}

/** Writes log records with the names and attributes of Claude Code's events. */
export function claudeLogs(parts: LogsParts): Listener {
  const logs = new ClaudeLogs(parts);
  return (event, where) => logs.event(event, where);
}

class ClaudeLogs {
  readonly #parts: LogsParts;
  #sequence = 0;
  #prompt: string | undefined;
  #isBegun = false;
  /** The beginnings of requests that run, by the span of the request. */
  readonly #requests = new Map<string, { readonly at: number; firstAt?: number; requestId?: string | undefined }>();

  constructor(parts: LogsParts) {
    this.#parts = parts;
  }

  event(event: OwnEvent, where: Where): void {
    if (!this.#isBegun && !where.isSubagent) this.#began(where);
    switch (event.type) {
      case 'prompt':
        this.#prompted(event, where);
        break;
      case 'request':
        this.#requests.set(where.span.spanId, { at: now() });
        break;
      case 'message_start':
        this.#started(event, where);
        break;
      case 'message':
        this.#answered(event, where);
        break;
      case 'response':
        this.#response(event, where);
        break;
      case 'permitted':
        this.#decided({ id: event.id, name: event.name, ...decisionOf('accept', event.by) }, where);
        break;
      case 'tool_result':
        this.#result(event, where);
        break;
      case 'compact':
        this.#log('compaction', { trigger: event.trigger, pre_tokens: event.preTokens, success: true }, where);
        break;
      case 'hook':
        this.#hook(event, where);
        break;
    }
  }

  /** Reports the setup of the program, before the first event of the run. */
  #began(where: Where): void {
    this.#isBegun = true;
    const { run, claude } = this.#parts;
    if (run.host === undefined) return;
    for (const plugin of run.host.plugins) this.#log('plugin_loaded', loaded(plugin, claude), where);
    this.#log('managed_settings_resolved', managed(run.host), where);
  }

  #prompted({ uuid, message }: Of<'prompt'>, where: Where): void {
    const text = textOf(message.content);
    if (!where.isSubagent) this.#prompt = uuid;
    const { sendsPrompts } = this.#parts.claude;
    this.#log('user_prompt', { prompt_length: text.length, prompt: sendsPrompts ? this.#clean(text) : HIDDEN }, where);
  }

  #started({ requestId }: Of<'message_start'>, where: Where): void {
    const request = this.#requests.get(where.span.spanId);
    if (request === undefined) return;
    request.firstAt ??= now();
    request.requestId = requestId;
  }

  #answered({ model, message, requestId }: Of<'message'>, where: Where): void {
    const text = textOf(message.content);
    if (text === '') return;
    const response = this.#parts.claude.sendsAnswers ? this.#clean(text) : HIDDEN;
    this.#log('assistant_response', { model, response_length: text.length, response, request_id: requestId }, where);
  }

  #response({ model, purpose, usage, costUsd, durationMs, error }: Of<'response'>, where: Where): void {
    const request = this.#requests.get(where.span.spanId);
    this.#requests.delete(where.span.spanId);
    const common = {
      model,
      duration_ms: durationMs,
      request_id: request?.requestId,
      query_source: sourceOf(where, purpose),
    };
    if (error !== undefined) {
      this.#log('api_error', { ...common, error }, where);
      return;
    }
    const firstAt = request?.firstAt;
    this.#log(
      'api_request',
      {
        ...common,
        input_tokens: usage?.input_tokens ?? 0,
        output_tokens: usage?.output_tokens ?? 0,
        cache_read_tokens: usage?.cache_read_input_tokens ?? 0,
        cache_creation_tokens: usage?.cache_creation_input_tokens ?? 0,
        cost_usd: costUsd ?? 0,
        ttft_ms: request === undefined || firstAt === undefined ? undefined : Math.round(firstAt - request.at),
      },
      where,
    );
  }

  #decided({ id, name, ...decision }: Attributes & { readonly id: string; readonly name: string }, where: Where): void {
    this.#log('tool_decision', { tool_name: name, tool_use_id: id, ...decision }, where);
  }

  #result({ id, name, call }: Of<'tool_result'>, where: Where): void {
    if (call.outcome === 'denied') this.#decided({ id, name, ...decisionOf('reject', call.deniedBy) }, where);
    const input = JSON.stringify(call.input) ?? '';
    this.#log(
      'tool_result',
      {
        tool_name: name,
        tool_use_id: id,
        success: call.outcome === 'done' && !call.result.isError,
        duration_ms: call.durationMs,
        error_type: errorOf(call),
        tool_input_size_bytes: Buffer.byteLength(input),
        tool_result_size_bytes: Buffer.byteLength(call.result.content),
        tool_parameters: this.#parts.claude.sendsTools ? this.#clean(input) : undefined,
      },
      where,
    );
  }

  #hook({ event, name, outcome, durationMs }: Of<'hook'>, where: Where): void {
    const label = this.#parts.claude.sendsTools ? name : undefined;
    this.#log('hook_execution_complete', { hook_event: event, hook_name: label, outcome, duration_ms: durationMs }, where);
  }

  #clean(text: string): string {
    return this.#parts.run.redact?.(text) ?? text;
  }

  #log(name: ClaudeEvent, attributes: Attributes, { span }: Where): void {
    const at = now();
    const place = {
      'event.name': name,
      'event.timestamp': new Date(at).toISOString(),
      'event.sequence': this.#sequence++,
      'prompt.id': this.#prompt,
    };
    const { sink, claude } = this.#parts;
    const whole = `claude_code.${name}`;
    sink.log({
      scope: `${CLAUDE_SCOPE}.events`,
      name: whole,
      body: whole,
      at,
      severity: 'info',
      span,
      attributes: { ...claude.events, ...place, ...attributes },
    });
  }
}
