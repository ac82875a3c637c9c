import type { Metric } from '../sink.js';
import { type Attributes, encodeAttributes, nanos } from './values.js';

interface Series {
  readonly attributes: Attributes;
  sum: number;
  count: number;
  buckets: number[];
}

interface Instrument {
  readonly metric: Metric;
  readonly series: Map<string, Series>;
}

const MOST_SERIES = 2_000;
const OVERFLOW: Attributes = { 'otel.metric.overflow': true };
const DELTA = 1;
const CUMULATIVE = 2;

/** Collects numbers between two exports, or since the start if `isCumulative`. */
export class Meter {
  readonly #instruments = new Map<string, Instrument>();
  readonly #isCumulative: boolean;
  #since: number;
  #hasNews = false;

  constructor(now: number, { isCumulative = false }: { readonly isCumulative?: boolean | undefined } = {}) {
    this.#since = now;
    this.#isCumulative = isCumulative;
  }

  record(metric: Metric, value: number, attributes: Attributes): void {
    const instrument = this.#instruments.get(metric.name) ?? { metric, series: new Map<string, Series>() };
    this.#instruments.set(metric.name, instrument);
    const series = seriesOf(instrument, attributes);
    series.sum += value;
    series.count += 1;
    const bucket = metric.bounds?.findIndex((bound) => value <= bound) ?? 0;
    const index = bucket === -1 ? series.buckets.length - 1 : bucket;
    series.buckets[index] = (series.buckets[index] ?? 0) + 1;
    this.#hasNews = true;
  }

  /** Returns the metrics by scope. Empty if there is nothing new since the last call. */
  take(now: number): ReadonlyMap<string, readonly object[]> {
    const scopes = new Map<string, object[]>();
    if (!this.#hasNews) return scopes;
    this.#hasNews = false;
    const times = { startTimeUnixNano: nanos(this.#since), timeUnixNano: nanos(now) };
    const temporality = this.#isCumulative ? CUMULATIVE : DELTA;
    for (const { metric, series } of this.#instruments.values()) {
      const { scope, name, unit, bounds } = metric;
      const dataPoints = [...series.values()].map((one) => pointOf(one, { times, bounds }));
      const data = { dataPoints, aggregationTemporality: temporality };
      const list = scopes.get(scope) ?? [];
      scopes.set(scope, list);
      list.push({ name, unit, ...(bounds === undefined ? { sum: { ...data, isMonotonic: true } } : { histogram: data }) });
    }
    if (this.#isCumulative) return scopes;
    this.#instruments.clear();
    this.#since = now;
    return scopes;
  }
}

/** Returns the series of these attributes. Series above the bound share one, as the specification says. */
function seriesOf({ metric, series }: Instrument, attributes: Attributes): Series {
  const key = Object.values(attributes).join('\0');
  const known = series.get(key);
  if (known !== undefined) return known;
  if (series.size >= MOST_SERIES && attributes !== OVERFLOW) return seriesOf({ metric, series }, OVERFLOW);
  const made = newSeries(metric, attributes);
  series.set(key, made);
  return made;
}

const newSeries = ({ bounds }: Metric, attributes: Attributes): Series => ({
  attributes,
  sum: 0,
  count: 0,
  buckets: [...(bounds ?? []), 0].map(() => 0),
});

function pointOf(
  { attributes, sum, count, buckets }: Series,
  { times, bounds }: { readonly times: object; readonly bounds: readonly number[] | undefined },
): object {
  const point = { attributes: encodeAttributes(attributes), ...times };
  if (bounds === undefined) return { ...point, asDouble: sum };
  return { ...point, count: String(count), sum, bucketCounts: buckets.map(String), explicitBounds: bounds };
}
