import type { Attributes } from './attributes.js';

/** The part of a span that other processes get. */
export interface SpanContext {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly sampled: boolean;
}

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

/** A span, open until `end`. An ended span is passed on by the sink that made it. */
export interface OpenSpan extends SpanContext {
  readonly isOpen: boolean;
  readonly start: number;
  /** Gives the name that was not known at the start. */
  rename(name: string): void;
  set(attributes: Attributes): void;
  add(name: string, at: number, attributes?: Attributes): void;
  /** Ends the span. `error`: the short name of a failure. */
  end(at: number, ending?: { readonly error?: string | undefined; readonly attributes?: Attributes }): void;
}

export interface Metric {
  readonly scope: string;
  readonly name: string;
  readonly unit: string;
  /** The upper bounds of a histogram. Absent: the metric is a sum. */
  readonly bounds?: readonly number[] | undefined;
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

/** The receiver of spans, numbers and log records. Contract: no method throws, and none but `close` takes time. */
export interface Sink {
  span(parts: SpanParts): OpenSpan;
  measure(metric: Metric, value: number, attributes: Attributes): void;
  log(record: LogRecord): void;
  /** Passes the rest on. Resolves after a bound of its own. */
  close(): Promise<void>;
}
