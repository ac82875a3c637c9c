import { type LogRecord, SEVERITY } from '../sink.js';
import { encodeAttributes, nanos } from './values.js';

/** Encodes a record as OTLP's JSON does. */
export function encodeLog({ name, at, severity, attributes, body, span }: LogRecord, longest: number): object {
  const time = nanos(at);
  return {
    timeUnixNano: time,
    observedTimeUnixNano: time,
    severityNumber: SEVERITY[severity],
    severityText: severity.toUpperCase(),
    eventName: name,
    ...(body === undefined ? {} : { body: { stringValue: body.slice(0, longest) } }),
    attributes: encodeAttributes(attributes, longest),
    ...(span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId, flags: span.sampled ? 1 : 0 }),
  };
}
