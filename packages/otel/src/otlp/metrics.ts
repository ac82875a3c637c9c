import { type Attributes, encodeAttributes, nanos } from './values.js';

/** Upper bounds of histograms: seconds and tokens, as the conventions advise. */
const SECONDS = [0.01, 0.02, 0.04, 0.08, 0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92];
const TOKENS = [1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576];

interface Series {
  readonly attributes: Attributes;
  sum: number;
  count: number;
  buckets: number[];
}

interface Instrument {
  readonly unit: string;
  readonly bounds: readonly number[] | undefined;
  readonly series: Map<string, Series>;
}

/** Collects numbers between two exports. Sums and histograms are deltas. */
export class Meter {
  readonly #instruments = new Map<string, Instrument>();
  #since: number;

  constructor(now: number) {
    this.#since = now;
  }

  add(name: string, unit: string, value: number, attributes: Attributes): void {
    this.#record(name, { unit, bounds: undefined }, value, attributes);
  }

  observe(name: string, unit: 's' | '{token}', value: number, attributes: Attributes): void {
    this.#record(name, { unit, bounds: unit === 's' ? SECONDS : TOKENS }, value, attributes);
  }

  /** Returns the metrics since the last call, and begins anew. */
  take(now: number): readonly object[] {
    const times = { startTimeUnixNano: nanos(this.#since), timeUnixNano: nanos(now) };
    const metrics = [...this.#instruments].map(([name, { unit, bounds, series }]) => {
      const points = [...series.values()].map((one) => pointOf(one, { times, bounds }));
      const data = { dataPoints: points, aggregationTemporality: 1 };
      return { name, unit, ...(bounds === undefined ? { sum: { ...data, isMonotonic: true } } : { histogram: data }) };
    });
    this.#instruments.clear();
    this.#since = now;
    return metrics;
  }

  #record(name: string, { unit, bounds }: Pick<Instrument, 'unit' | 'bounds'>, value: number, attributes: Attributes): void {
    const instrument = this.#instruments.get(name) ?? { unit, bounds, series: new Map<string, Series>() };
    this.#instruments.set(name, instrument);
    const key = JSON.stringify(attributes);
    const series = instrument.series.get(key) ?? { attributes, sum: 0, count: 0, buckets: [...(bounds ?? []), 0].map(() => 0) };
    instrument.series.set(key, series);
    series.sum += value;
    series.count += 1;
    const bucket = bounds?.findIndex((bound) => value <= bound) ?? 0;
    const index = bucket === -1 ? series.buckets.length - 1 : bucket;
    series.buckets[index] = (series.buckets[index] ?? 0) + 1;
  }
}

function pointOf(
  { attributes, sum, count, buckets }: Series,
  { times, bounds }: { readonly times: object; readonly bounds: readonly number[] | undefined },
): object {
  const point = { attributes: encodeAttributes(attributes), ...times };
  if (bounds === undefined) return { ...point, asDouble: sum };
  return { ...point, count: String(count), sum, bucketCounts: buckets.map(String), explicitBounds: bounds };
}
