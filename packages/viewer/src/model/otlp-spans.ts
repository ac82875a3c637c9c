import { isObject } from '@loadout/core';
import { jsonIn } from '@loadout/node';

type Fields = Readonly<Record<string, unknown>>;

/** An attribute value of OTLP's JSON, decoded. */
export type Value = string | number | boolean | readonly Value[] | Fields | undefined;
export type Attributes = Readonly<Record<string, Value>>;

export interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  readonly attributes: Attributes;
  readonly events: readonly { readonly name: string; readonly at: number | undefined; readonly attributes: Attributes }[];
  readonly isError: boolean;
}

/** The spans of one line, as a collector's file exporter writes it. `undefined` for a line that is none. */
export function otlpSpans(line: string): readonly OtlpSpan[] | undefined {
  const value = jsonIn(line);
  if (!isObject(value) || !Array.isArray(value.resourceSpans)) return undefined;
  const scopes = objects(value.resourceSpans).flatMap(({ scopeSpans }) => objects(scopeSpans));
  return scopes.flatMap(({ spans }) => objects(spans)).map(spanOf);
}

function spanOf({
  traceId,
  spanId,
  parentSpanId,
  name,
  startTimeUnixNano,
  endTimeUnixNano,
  attributes,
  events,
  status,
}: Fields): OtlpSpan {
  const start = millis(startTimeUnixNano);
  const end = millis(endTimeUnixNano);
  return {
    traceId: text(traceId),
    spanId: text(spanId),
    parentSpanId: text(parentSpanId) || undefined,
    name: text(name),
    start,
    // A clock may have jumped.
    end: end === undefined || start === undefined ? end : Math.max(start, end),
    attributes: decoded(attributes),
    events: objects(events).map((event) => ({
      name: text(event.name),
      at: millis(event.timeUnixNano),
      attributes: decoded(event.attributes),
    })),
    isError: isObject(status) && (status.code === 2 || status.code === 'STATUS_CODE_ERROR'),
  };
}

function decoded(attributes: unknown): Attributes {
  return Object.fromEntries(objects(attributes).map(({ key, value }) => [text(key), decodedValue(value)]));
}

function decodedValue(value: unknown): Value {
  if (!isObject(value)) return undefined;
  const { stringValue, intValue, doubleValue, boolValue, arrayValue, kvlistValue } = value;
  if (typeof stringValue === 'string') return stringValue;
  if (intValue !== undefined) return Number(intValue);
  if (doubleValue !== undefined) return Number(doubleValue);
  if (typeof boolValue === 'boolean') return boolValue;
  if (isObject(arrayValue)) return objects(arrayValue.values).map(decodedValue);
  return isObject(kvlistValue) ? decoded(kvlistValue.values) : undefined;
}

/** Nanoseconds are longer than a number is exact, and are text in JSON. */
function millis(nanos: unknown): number | undefined {
  const found = Number(nanos) / 1e6;
  return Number.isFinite(found) && found > 0 ? found : undefined;
}

const objects = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isObject) : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
