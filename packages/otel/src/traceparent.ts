import type { SpanContext } from '@opentelemetry/api';

/** The W3C form of a context. */
export const traceparent = ({ traceId, spanId, traceFlags }: SpanContext): string => `00-${traceId}-${spanId}-0${traceFlags & 1}`;

/** Reads the W3C form. `undefined` for any other text. */
export function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = '0'] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  if (/^0*$/.test(traceId) || /^0*$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1 };
}
