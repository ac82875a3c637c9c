import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Context, Counter, Histogram, Span as HostSpan, Meter } from '@opentelemetry/api';
import { type Attributes, defined } from './otlp/values.js';
import { type LogRecord, type Metric, type OpenSpan, SEVERITY, type Sink, type SpanContext, type SpanParts } from './sink.js';

type Api = typeof import('@opentelemetry/api');

/** The part of `@opentelemetry/api-logs` that is used. The package is not yet stable. */
interface LogsApi {
  readonly logs: { getLogger(name: string): { emit(record: Readonly<Record<string, unknown>>): void } };
}

/** The place of registered providers, which all copies of version 1 of the API share. */
const REGISTRY = Symbol.for('opentelemetry.js.api.1');

/**
 * Returns the sink of the program that registered a tracer provider with `@opentelemetry/api`. `undefined` if there is none;
 * nothing is loaded then.
 */
export function hostSink(longest: number): Sink | undefined {
  const registry = (globalThis as Readonly<Record<symbol, unknown>>)[REGISTRY];
  if (typeof registry !== 'object' || registry === null || !('trace' in registry)) return undefined;
  const copies = copiesOf<Api>('@opentelemetry/api');
  // A copy of a later version does not see a provider that an earlier copy registered.
  const api = copies.find(({ trace }) => trace.getTracerProvider() === registry.trace);
  if (api === undefined) return undefined;
  const [logs] = copiesOf<LogsApi>('@opentelemetry/api-logs');
  return new HostSink(api, { logs, longest });
}

/** The copies of a package that the program, its folder and this package have. */
function copiesOf<T>(name: string): readonly T[] {
  return [process.argv[1], join(process.cwd(), 'program.js'), import.meta.url].flatMap((from) => {
    try {
      return from === undefined ? [] : [createRequire(from)(name) as T];
    } catch {
      return [];
    }
  });
}

/** Passes everything to the program's own providers, whose samplers and exporters decide. */
class HostSink implements Sink {
  readonly #api: Api;
  readonly #logs: LogsApi | undefined;
  readonly #longest: number;
  readonly #instruments = new Map<string, Counter | Histogram>();

  constructor(api: Api, { logs, longest }: { readonly logs: LogsApi | undefined; readonly longest: number }) {
    this.#api = api;
    this.#logs = logs;
    this.#longest = longest;
  }

  span({ scope, name, kind, parent, links = [], attributes, start }: SpanParts): OpenSpan {
    const { trace, SpanKind } = this.#api;
    const options = {
      kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL,
      attributes: defined(attributes, this.#longest),
      links: links.map((link) => ({ context: this.#contextOf(link) })),
      startTime: start,
    };
    const made = trace.getTracer(scope).startSpan(name, options, this.#under(parent));
    return new HostedSpan(made, { start, longest: this.#longest });
  }

  measure({ scope, name, unit, bounds }: Metric, value: number, attributes: Attributes): void {
    const labels = defined(attributes, this.#longest);
    const known = this.#instruments.get(name) ?? this.#instrument(this.#api.metrics.getMeter(scope), { name, unit, bounds });
    this.#instruments.set(name, known);
    if ('record' in known) known.record(value, labels);
    else known.add(value, labels);
  }

  log({ scope, name, at, severity, attributes, body, span }: LogRecord): void {
    const logger = this.#logs?.logs.getLogger(scope);
    logger?.emit({
      eventName: name,
      timestamp: at,
      severityNumber: SEVERITY[severity] as number,
      severityText: severity.toUpperCase(),
      ...(body === undefined ? {} : { body }),
      attributes: defined(attributes, this.#longest),
      context: this.#under(span),
    });
  }

  /** The program flushes its own providers. */
  async close(): Promise<void> {}

  #instrument(meter: Meter, { name, unit, bounds }: Omit<Metric, 'scope'>): Counter | Histogram {
    if (bounds === undefined) return meter.createCounter(name, { unit });
    return meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } });
  }

  /** A span without a parent is below the program's current span. */
  #under(parent: SpanContext | undefined): Context {
    const { context, ROOT_CONTEXT, trace } = this.#api;
    if (parent === undefined) return context.active();
    if (parent instanceof HostedSpan) return trace.setSpan(ROOT_CONTEXT, parent.hosted);
    return trace.setSpanContext(ROOT_CONTEXT, { ...this.#contextOf(parent), isRemote: true });
  }

  #contextOf({ traceId, spanId, sampled }: SpanContext) {
    return { traceId, spanId, traceFlags: sampled ? this.#api.TraceFlags.SAMPLED : this.#api.TraceFlags.NONE };
  }
}

class HostedSpan implements OpenSpan {
  readonly hosted: HostSpan;
  readonly start: number;
  readonly #longest: number;
  #isOpen = true;

  constructor(hosted: HostSpan, { start, longest }: { readonly start: number; readonly longest: number }) {
    this.hosted = hosted;
    this.start = start;
    this.#longest = longest;
  }

  get traceId(): string {
    return this.hosted.spanContext().traceId;
  }

  get spanId(): string {
    return this.hosted.spanContext().spanId;
  }

  get sampled(): boolean {
    return (this.hosted.spanContext().traceFlags & 1) === 1;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  rename(name: string): void {
    this.hosted.updateName(name);
  }

  set(attributes: Attributes): void {
    this.hosted.setAttributes(defined(attributes, this.#longest));
  }

  add(name: string, at: number, attributes: Attributes = {}): void {
    this.hosted.addEvent(name, defined(attributes, this.#longest), at);
  }

  end(at: number, { error, attributes = {} }: Parameters<OpenSpan['end']>[1] = {}): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.set({ ...attributes, 'error.type': error });
    if (error !== undefined) this.hosted.setStatus({ code: ERROR_STATUS, message: error });
    this.hosted.end(Math.max(at, this.start));
  }
}

const ERROR_STATUS = 2;
