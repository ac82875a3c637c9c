import { SCHEMA_SNAPSHOT } from './names.js';
import { Meter } from './otlp/metrics.js';
import type { Span } from './otlp/span.js';
import { encodeAttributes } from './otlp/values.js';
import type { Settings, Target } from './settings.js';

/** The time that the end of the process waits for the last export. */
const CLOSING_MS = 2_000;
const AGAIN = new Set([429, 502, 503, 504]);
const MOST_TRIES = 3;

/**
 * Sends spans and metrics as OTLP over HTTP with JSON. Never throws, never keeps the process alive, and drops the oldest spans
 * when the collector does not keep up: telemetry must not change a run.
 */
export class Exporter {
  readonly meter: Meter;
  readonly #settings: Settings;
  #spans: Span[] = [];
  #dropped = 0;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(settings: Settings) {
    this.#settings = settings;
    this.meter = new Meter(Date.now());
  }

  /** Adds an ended span. */
  add(span: Span): void {
    this.schedule();
    if (!span.sampled || this.#settings.traces === undefined) return;
    this.#spans.push(span);
    const excess = this.#spans.length - this.#settings.mostQueued;
    if (excess > 0) {
      this.#spans.splice(0, excess);
      this.#dropped += excess;
    }
  }

  /** Makes sure that an export follows. */
  schedule(): void {
    this.#timer ??= setTimeout(() => this.#flush(), this.#settings.delayMs).unref();
  }

  /** Sends the rest. Resolves after two seconds at the latest. */
  async close(): Promise<void> {
    this.#flush();
    const late = setTimeout(() => this.#closing.abort(), CLOSING_MS);
    await this.#sending;
    clearTimeout(late);
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const spans = this.#spans;
    this.#spans = [];
    const metrics = this.meter.take(Date.now());
    this.#sending = this.#sending.then(async () => {
      await Promise.all([this.#sendSpans(spans), this.#sendMetrics(metrics)]);
    });
  }

  async #sendSpans(spans: readonly Span[]): Promise<void> {
    const { traces, longest } = this.#settings;
    if (traces === undefined || spans.length === 0) return;
    const scopeSpans = [{ scope: SCOPE, spans: spans.map((span) => span.encode(longest)) }];
    await this.#send(traces, { resourceSpans: [{ resource: this.#resource(), scopeSpans }] });
  }

  async #sendMetrics(metrics: readonly object[]): Promise<void> {
    const target = this.#settings.metrics;
    if (target === undefined || metrics.length === 0) return;
    await this.#send(target, { resourceMetrics: [{ resource: this.#resource(), scopeMetrics: [{ scope: SCOPE, metrics }] }] });
  }

  #resource(): object {
    const dropped = this.#dropped === 0 ? {} : { 'loadout.telemetry.dropped_spans': this.#dropped };
    return { attributes: encodeAttributes({ ...this.#settings.resource, ...dropped }) };
  }

  async #send({ url, headers, timeoutMs }: Target, body: object): Promise<void> {
    const text = JSON.stringify(body);
    for (let attempt = 1; attempt <= MOST_TRIES; attempt++) {
      const waitMs = await this.#attempt(url, { text, headers, timeoutMs });
      if (waitMs === undefined || this.#closing.signal.aborted) return;
      await this.#pause(waitMs * attempt);
    }
  }

  /** Posts once. Resolves to the time before another attempt, or to `undefined` if there is none. */
  async #attempt(
    url: string,
    { text, headers, timeoutMs }: { readonly text: string; readonly headers: Target['headers']; readonly timeoutMs: number },
  ): Promise<number | undefined> {
    try {
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(timeoutMs)]);
      const sent = { 'content-type': 'application/json', ...headers };
      const response = await fetch(url, { method: 'POST', headers: sent, body: text, signal, redirect: 'error' });
      await response.body?.cancel();
      if (response.ok) return undefined;
      this.#debug(`${url} answered with status ${response.status}`);
      return AGAIN.has(response.status) ? 1000 * (Number(response.headers.get('retry-after')) || 1) : undefined;
    } catch (error) {
      this.#debug(`${url} cannot be reached: ${(error as Error).message}`);
      return 1000;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      if (this.#closing.signal.aborted) return resolve();
      const timer = setTimeout(resolve, Math.min(milliseconds, 30_000)).unref();
      this.#closing.signal.addEventListener('abort', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  #debug(message: string): void {
    if (this.#settings.isVerbose) process.stderr.write(`telemetry: ${message}\n`);
  }
}

const SCOPE = { name: 'loadout', version: SCHEMA_SNAPSHOT };
