import type { OpenSpan, SpanContext, SpanParts } from '../sink.js';
import { newId } from './new-id.js';
import { type Attributes, encodeAttributes, nanos } from './values.js';

const SPAN_KIND = { internal: 1, client: 3 } as const;

/** A span of our own exporter. */
export class Span implements OpenSpan {
  readonly traceId: string;
  readonly spanId = newId(8);
  readonly sampled: boolean;
  readonly start: number;
  readonly scope: string;
  readonly #parts: SpanParts;
  readonly #onEnd: (span: Span) => void;
  readonly #attributes: Record<string, Attributes[string]>;
  readonly #events: { readonly name: string; readonly at: number; readonly attributes: Attributes }[] = [];
  #name: string;
  #end: number | undefined;
  #error: string | undefined;

  constructor(parts: SpanParts, onEnd: (span: Span) => void = () => {}) {
    this.#parts = parts;
    this.#onEnd = onEnd;
    this.start = parts.start;
    this.scope = parts.scope;
    this.#name = parts.name;
    this.traceId = parts.parent?.traceId ?? newId(16);
    this.sampled = parts.parent?.sampled ?? parts.sampled ?? true;
    this.#attributes = { ...parts.attributes };
  }

  get isOpen(): boolean {
    return this.#end === undefined;
  }

  rename(name: string): void {
    this.#name = name;
  }

  set(attributes: Attributes): void {
    Object.assign(this.#attributes, attributes);
  }

  add(name: string, at: number, attributes: Attributes = {}): void {
    this.#events.push({ name, at, attributes });
  }

  end(
    at: number,
    { error, attributes = {} }: { readonly error?: string | undefined; readonly attributes?: Attributes } = {},
  ): void {
    if (this.#end !== undefined) return;
    this.set(attributes);
    if (error !== undefined) this.set({ 'error.type': error });
    this.#error = error;
    this.#end = Math.max(at, this.start);
    this.#onEnd(this);
  }

  encode(longest: number): object {
    const { kind, parent, links = [] } = this.#parts;
    return {
      traceId: this.traceId,
      spanId: this.spanId,
      ...(parent === undefined ? {} : { parentSpanId: parent.spanId }),
      flags: this.sampled ? 1 : 0,
      name: this.#name,
      kind: SPAN_KIND[kind],
      startTimeUnixNano: nanos(this.start),
      endTimeUnixNano: nanos(this.#end ?? this.start),
      attributes: encodeAttributes(this.#attributes, longest),
      ...(this.#events.length === 0
        ? {}
        : {
            events: this.#events.map((event) => ({
              name: event.name,
              timeUnixNano: nanos(event.at),
              attributes: encodeAttributes(event.attributes, longest),
            })),
          }),
      ...(links.length === 0 ? {} : { links: links.map(({ traceId, spanId }) => ({ traceId, spanId, attributes: [] })) }),
      status: this.#error === undefined ? {} : { code: 2, message: this.#error },
    };
  }
}

/** The W3C form of a context. */
export const traceparent = ({ traceId, spanId, sampled }: SpanContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;

/** Reads the W3C form. `undefined` for any other text. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}
