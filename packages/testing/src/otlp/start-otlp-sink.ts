import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span as it arrived, with its attributes as plain values. */
export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string | undefined;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly { readonly name: string; readonly attributes: Readonly<Record<string, unknown>> }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  /** The message of a failed span. */
  readonly error?: string | undefined;
  /** Nanoseconds since 1970. */
  readonly start: bigint;
  readonly durationMs: number;
}

export interface ReceivedPoint {
  readonly metric: string;
  readonly unit: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** The sum of a counter or a histogram. */
  readonly sum: number;
  readonly count: number;
}

export interface ReceivedLog {
  /** The name of the event. */
  readonly name: string;
  readonly scope: string;
  readonly severity: string;
  readonly body: unknown;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId?: string | undefined;
  readonly spanId?: string | undefined;
}

/** A collector for tests: an OTLP receiver over HTTP with JSON, on loopback. */
export interface OtlpSink {
  /** The value of `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  readonly bodies: readonly { readonly path: string; readonly headers: IncomingMessage['headers']; readonly body: unknown }[];
  readonly spans: readonly ReceivedSpan[];
  readonly points: readonly ReceivedPoint[];
  readonly logs: readonly ReceivedLog[];
  /** The spans as indented lines in the order of their starts, each below its parent. Spans whose parent did not arrive are at the top. */
  tree(): string;
  /** Answers the next requests with this status. */
  refuse(status: number, times: number): void;
  close(): Promise<void>;
}

export async function startOtlpSink(): Promise<OtlpSink> {
  const bodies: { path: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
  const refusal = { status: 200, left: 0 };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    refusal.left -= 1;
    if (refusal.left >= 0) return void outgoing.writeHead(refusal.status).end();
    bodies.push({
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: JSON.parse(plainBody(Buffer.concat(chunks), incoming.headers['content-encoding'])),
    });
    outgoing.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const spans = () => bodies.flatMap(({ body }) => spansIn(body));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    get spans() {
      return spans();
    },
    get points() {
      return bodies.flatMap(({ body }) => pointsIn(body));
    },
    get logs() {
      return bodies.flatMap(({ body }) => logsIn(body));
    },
    tree: () => treeOf(spans()),
    refuse: (status, times) => void Object.assign(refusal, { status, left: times }),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Json = Readonly<Record<string, unknown>>;
const list = (value: unknown): readonly Json[] => (Array.isArray(value) ? value : []);

function spansIn(body: unknown): readonly ReceivedSpan[] {
  const scopes = list((body as Json).resourceSpans).flatMap(({ scopeSpans }) => list(scopeSpans));
  return scopes.flatMap(({ spans }) => list(spans)).map(spanOf);
}

function spanOf(span: Json): ReceivedSpan {
  const { name, traceId, spanId, parentSpanId, kind, startTimeUnixNano, endTimeUnixNano } = span as Readonly<
    Record<string, string>
  >;
  const status = span.status as Json | undefined;
  return {
    name: String(name),
    traceId: String(traceId),
    spanId: String(spanId),
    parentSpanId,
    kind: Number(kind),
    attributes: plain(span.attributes),
    events: list(span.events).map((event) => ({ name: String(event.name), attributes: plain(event.attributes) })),
    links: list(span.links).map((link) => ({ traceId: String(link.traceId), spanId: String(link.spanId) })),
    ...(status?.code === 2 ? { error: String(status.message ?? '') } : {}),
    start: BigInt(startTimeUnixNano ?? 0),
    durationMs: Number((BigInt(endTimeUnixNano ?? 0) - BigInt(startTimeUnixNano ?? 0)) / 1000n) / 1000,
  };
}

function pointsIn(body: unknown): readonly ReceivedPoint[] {
  const scopes = list((body as Json).resourceMetrics).flatMap(({ scopeMetrics }) => list(scopeMetrics));
  return scopes
    .flatMap(({ metrics }) => list(metrics))
    .flatMap((metric) => {
      const data = (metric.sum ?? metric.histogram) as Json;
      return list(data.dataPoints).map((point) => ({
        metric: String(metric.name),
        unit: String(metric.unit),
        attributes: plain(point.attributes),
        sum: Number(point.sum ?? point.asDouble ?? point.asInt ?? 0),
        count: Number(point.count ?? 1),
      }));
    });
}

function logsIn(body: unknown): readonly ReceivedLog[] {
  const scopes = list((body as Json).resourceLogs).flatMap(({ scopeLogs }) => list(scopeLogs));
  return scopes.flatMap(({ scope, logRecords }) =>
    list(logRecords).map((record) => ({
      name: String(record.eventName),
      scope: String((scope as Json | undefined)?.name),
      severity: String(record.severityText),
      body: record.body === undefined ? undefined : plainValue(record.body as Json),
      attributes: plain(record.attributes),
      ...(record.traceId === undefined ? {} : { traceId: String(record.traceId) }),
      ...(record.spanId === undefined ? {} : { spanId: String(record.spanId) }),
    })),
  );
}

const plainBody = (body: Buffer, encoding: string | undefined): string =>
  (encoding === 'gzip' ? gunzipSync(body) : body).toString('utf8');

const plain = (attributes: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list(attributes).map(({ key, value }) => [String(key), plainValue(value as Json)]));

function plainValue({ stringValue, intValue, doubleValue, boolValue, arrayValue }: Json): unknown {
  if (intValue !== undefined) return Number(intValue);
  if (arrayValue !== undefined) return list((arrayValue as Json).values).map(plainValue);
  return stringValue ?? doubleValue ?? boolValue;
}

function treeOf(spans: readonly ReceivedSpan[]): string {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const inOrder = [...spans].sort((a, b) => (a.start < b.start ? -1 : 1));
  const below = (id: string | undefined) => inOrder.filter(({ parentSpanId }) => parentSpanId === id);
  const lines = (span: ReceivedSpan, depth: number): readonly string[] => [
    `${'  '.repeat(depth)}${span.name}${span.error === undefined ? '' : ` !${span.error}`}`,
    ...below(span.spanId).flatMap((one) => lines(one, depth + 1)),
  ];
  const tops = inOrder.filter(({ parentSpanId }) => parentSpanId === undefined || !ids.has(parentSpanId));
  return tops.flatMap((span) => lines(span, 0)).join('\n');
}
