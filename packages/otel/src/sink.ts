import type { Span as ApiSpan, Context, Counter, Histogram, Meter, SpanContext } from '@opentelemetry/api';
import { type Attributes, defined } from './attributes.js';
import { type Metric, SCHEMA_SNAPSHOT } from './names.js';
import type { Providers } from './providers.js';

export interface SpanParts {
  /** The name of the instrumentation that makes the span. */
  readonly scope: string;
  readonly name: string;
  readonly kind: 'internal' | 'client';
  readonly parent?: SpanContext | undefined;
  readonly links?: readonly SpanContext[] | undefined;
  readonly attributes: Attributes;
  readonly start: number;
}

export interface LogRecord {
  readonly scope: string;
  /** The name of the event. */
  readonly name: string;
  readonly at: number;
  readonly severity: Severity;
  readonly attributes: Attributes;
  readonly body?: string | undefined;
  readonly span?: SpanContext | undefined;
}

/** The numbers of the specification. */
export const SEVERITY = { debug: 5, info: 9, warn: 13, error: 17 } as const;
export type Severity = keyof typeof SEVERITY;

/**
 * Passes spans, numbers and log records to providers of OpenTelemetry, whose samplers, queues and exporters decide. Texts are cut at
 * `longest` characters. No method throws, and none but `close` takes time.
 */
export class Sink {
  readonly #make: () => Providers;
  readonly #longest: number;
  readonly #instruments = new Map<string, Counter | Histogram>();
  readonly #ended = () => {
    this.#open -= 1;
  };
  #made: Providers | undefined;
  /** The number of spans that are open. */
  #open = 0;

  constructor(make: () => Providers, longest: number) {
    this.#make = make;
    this.#longest = longest;
    this.#made = make();
  }

  get #providers(): Providers {
    this.#made ??= this.#make();
    return this.#made;
  }

  span({ scope, name, kind, parent, links = [], attributes, start }: SpanParts): OpenSpan {
    const { api, tracers } = this.#providers;
    const options = {
      kind: kind === 'client' ? api.SpanKind.CLIENT : api.SpanKind.INTERNAL,
      attributes: defined(attributes, this.#longest),
      links: links.map((link) => ({ context: contextOf(link) })),
      startTime: start,
    };
    const made = tracers.getTracer(scope, SCHEMA_SNAPSHOT).startSpan(name, options, this.#under(parent));
    this.#open += 1;
    return new OpenSpan(made, { start, longest: this.#longest, ended: this.#ended });
  }

  measure({ scope, name, unit, bounds }: Metric, value: number, attributes: Attributes): void {
    const labels = defined(attributes, this.#longest);
    const meter = this.#providers.meters.getMeter(scope, SCHEMA_SNAPSHOT);
    const known = this.#instruments.get(name) ?? instrument(meter, { name, unit, bounds });
    this.#instruments.set(name, known);
    if ('record' in known) known.record(value, labels);
    else known.add(value, labels);
  }

  log({ scope, name, at, severity, attributes, body, span }: LogRecord): void {
    const logger = this.#providers.loggers?.getLogger(scope, SCHEMA_SNAPSHOT);
    logger?.emit({
      eventName: name,
      timestamp: at,
      severityNumber: SEVERITY[severity] as number,
      severityText: severity.toUpperCase(),
      ...(body === undefined ? {} : { body: body.slice(0, this.#longest) }),
      attributes: defined(attributes, this.#longest),
      context: this.#under(span),
    });
  }

  /** The providers end with their timers, unless another agent of this sink still runs. A later run gets new ones. */
  async close(): Promise<void> {
    const made = this.#made;
    const isLast = this.#open === 0;
    if (isLast) {
      this.#made = undefined;
      this.#instruments.clear();
    }
    await made?.close(isLast);
  }

  #under(parent: SpanContext | undefined): Context {
    const { ROOT_CONTEXT, trace } = this.#providers.api;
    if (parent === undefined) return this.#providers.current();
    if (parent instanceof OpenSpan) return trace.setSpan(ROOT_CONTEXT, parent.made);
    return trace.setSpanContext(ROOT_CONTEXT, { ...contextOf(parent), isRemote: true });
  }
}

/** A span as others get it, without the rest of its object. */
const contextOf = ({ traceId, spanId, traceFlags }: SpanContext): SpanContext => ({ traceId, spanId, traceFlags });

function instrument(meter: Meter, { name, unit, bounds }: Omit<Metric, 'scope'>): Counter | Histogram {
  if (bounds === undefined) return meter.createCounter(name, { unit });
  return meter.createHistogram(name, { unit, advice: { explicitBucketBoundaries: [...bounds] } });
}

/** A span, open until `end`. */
export class OpenSpan implements SpanContext {
  readonly made: ApiSpan;
  readonly start: number;
  readonly #longest: number;
  readonly #ended: () => void;
  #isOpen = true;

  constructor(made: ApiSpan, { start, longest, ended }: OpenSpanParts) {
    this.made = made;
    this.start = start;
    this.#longest = longest;
    this.#ended = ended;
  }

  get traceId(): string {
    return this.made.spanContext().traceId;
  }

  get spanId(): string {
    return this.made.spanContext().spanId;
  }

  get traceFlags(): number {
    return this.made.spanContext().traceFlags;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Gives the name that was not known at the start. */
  rename(name: string): void {
    this.made.updateName(name);
  }

  set(attributes: Attributes): void {
    this.made.setAttributes(defined(attributes, this.#longest));
  }

  add(name: string, at: number, attributes: Attributes = {}): void {
    this.made.addEvent(name, defined(attributes, this.#longest), at);
  }

  /** Ends the span. `error`: the short name of a failure. */
  end(at: number, { error, attributes = {} }: Ending = {}): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.set({ ...attributes, 'error.type': error });
    if (error !== undefined) this.made.setStatus({ code: ERROR_STATUS, message: error });
    this.made.end(Math.max(at, this.start));
    this.#ended();
  }
}

interface Ending {
  readonly error?: string | undefined;
  readonly attributes?: Attributes;
}

interface OpenSpanParts {
  readonly start: number;
  readonly longest: number;
  readonly ended: () => void;
}

const ERROR_STATUS = 2;
