import { SCHEMA_SNAPSHOT } from './names.js';
import { Channel } from './otlp/channel.js';
import { encodeLog } from './otlp/log-record.js';
import { Meter } from './otlp/metrics.js';
import { type Posting, post } from './otlp/post.js';
import { Queue } from './otlp/queue.js';
import { Span } from './otlp/span.js';
import { type Attributes, encodeAttributes } from './otlp/values.js';
import type { Settings, Target } from './settings.js';
import type { LogRecord, Metric, OpenSpan, Sink, SpanParts } from './sink.js';

/** The time that the end of the process waits for the last export. */
const CLOSING_MS = 2_000;

/**
 * Sends spans, metrics and logs as OTLP over HTTP with JSON. Never throws, never keeps the process alive, and drops the oldest
 * when the collector does not keep up: telemetry must not change a run. Everything is encoded at the time of an export.
 */
export class Exporter implements Sink {
  readonly #settings: Settings;
  readonly #meter: Meter;
  readonly #spans: Queue<Span>;
  readonly #logs: Queue<LogRecord>;
  readonly #channels: Readonly<Record<'traces' | 'metrics' | 'logs', Channel>>;
  readonly #closing = new AbortController();
  readonly #keep = (span: Span) => this.#ended(span);

  constructor(settings: Settings) {
    const { spans, logRecords, isCumulative, metricsDelayMs, longest } = settings;
    this.#settings = settings;
    this.#meter = new Meter(Date.now(), { isCumulative });
    this.#spans = new Queue(spans);
    this.#logs = new Queue(logRecords);
    const takeSpans = () => this.#batch(this.#spans, 'Span', (span) => span.encode(longest));
    const takeLogs = () => this.#batch(this.#logs, 'Log', (record) => encodeLog(record, longest));
    this.#channels = {
      traces: this.#channel(settings.traces, { delayMs: spans.delayMs, take: takeSpans }),
      metrics: this.#channel(settings.metrics, { delayMs: metricsDelayMs, take: () => this.#metrics() }),
      logs: this.#channel(settings.logs, { delayMs: logRecords.delayMs, take: takeLogs }),
    };
  }

  /** The number of spans that wait for an export. */
  get waiting(): number {
    return this.#spans.size;
  }

  span(parts: SpanParts): OpenSpan {
    return new Span(parts, this.#keep);
  }

  measure(metric: Metric, value: number, attributes: Attributes): void {
    if (this.#settings.metrics === undefined) return;
    this.#meter.record(metric, value, attributes);
    this.#channels.metrics.schedule();
  }

  log(record: LogRecord): void {
    if (this.#settings.logs === undefined) return;
    this.#logs.add(record);
    this.#schedule(this.#channels.logs, this.#logs);
  }

  /** Sends the rest. Resolves after two seconds at the latest. */
  async close(): Promise<void> {
    const late = setTimeout(() => this.#closing.abort(), CLOSING_MS);
    // A batch that is on its way ends first. The second round takes what was added meanwhile.
    for (let round = 0; round < 2; round++) await Promise.all(Object.values(this.#channels).map((channel) => channel.flush()));
    clearTimeout(late);
  }

  #ended(span: Span): void {
    if (!span.sampled || this.#settings.traces === undefined) return;
    this.#spans.add(span);
    this.#schedule(this.#channels.traces, this.#spans);
  }

  /** A full batch leaves at once, but not before the work at hand is done. */
  #schedule(channel: Channel, queue: Queue<unknown>): void {
    if (queue.isBatch) setImmediate(() => void channel.flush()).unref();
    else channel.schedule();
  }

  #batch<T extends { readonly scope: string }>(
    queue: Queue<T>,
    kind: 'Span' | 'Log',
    encode: (one: T) => object,
  ): object | undefined {
    const batch = queue.take();
    if (batch.length === 0) return undefined;
    const items = kind === 'Span' ? 'spans' : 'logRecords';
    const list = [...byScope(batch)].map(([name, some]) => ({ scope: scopeOf(name), [items]: some.map(encode) }));
    return { [`resource${kind}s`]: [{ resource: this.#resource(), [`scope${kind}s`]: list }] };
  }

  #metrics(): object | undefined {
    const scopes = this.#meter.take(Date.now());
    if (scopes.size === 0) return undefined;
    const scopeMetrics = [...scopes].map(([name, metrics]) => ({ scope: scopeOf(name), metrics }));
    return { resourceMetrics: [{ resource: this.#resource(), scopeMetrics }] };
  }

  #resource(): object {
    const lost = { 'loadout.telemetry.dropped_spans': this.#spans.dropped, 'loadout.telemetry.dropped_logs': this.#logs.dropped };
    const known = Object.entries(lost).filter(([, count]) => count > 0);
    return { attributes: encodeAttributes({ ...this.#settings.resource, ...Object.fromEntries(known) }) };
  }

  #channel(target: Target, { delayMs, take }: { readonly delayMs: number; readonly take: () => object | undefined }): Channel {
    const posting: Posting = { closing: this.#closing.signal, debug: (message) => this.#debug(message) };
    const send = async (body: object) => {
      if (target === 'console') process.stderr.write(`${JSON.stringify(body)}\n`);
      else if (target !== undefined) await post(target, body, posting);
    };
    return new Channel({ delayMs, take, send });
  }

  #debug(message: string): void {
    if (this.#settings.isVerbose) process.stderr.write(`telemetry: ${message}\n`);
  }
}

function byScope<T extends { readonly scope: string }>(batch: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of batch) {
    const group = groups.get(one.scope);
    if (group === undefined) groups.set(one.scope, [one]);
    else group.push(one);
  }
  return groups;
}

const scopeOf = (name: string) => ({ name, version: SCHEMA_SNAPSHOT });
