import { once } from 'node:events';
import { createRequire } from 'node:module';
import type { Resource } from '@opentelemetry/resources';
import { type Env, positive } from './environment.js';
import { type ExporterParts, logExporter, metricExporter, traceExporter } from './exporters.js';
import type { Api, Providers } from './providers.js';
import { readingEnvironment } from './reading-environment.js';
import type { Settings } from './settings.js';
import { tellOnce } from './tell-once.js';

/** The time that the end of the process waits for the last export. */
const CLOSING_MS = 2_000;

/** Loaded when the first provider is made, because a process without telemetry of its own needs none of it. */
const load = createRequire(import.meta.url);

type Resources = typeof import('@opentelemetry/resources');
type TraceSdk = typeof import('@opentelemetry/sdk-trace-base');
type MetricSdk = typeof import('@opentelemetry/sdk-metrics');
type LogSdk = typeof import('@opentelemetry/sdk-logs');

/**
 * Returns providers of the official SDK that send to a collector. Nothing is registered, so the SDK of a program is not disturbed.
 * Telemetry must not change a run: queues are bounded, and what does not fit is lost.
 */
export function ownProviders(settings: Settings, env: Env): Providers {
  const api = load('@opentelemetry/api') as Api;
  const closing = new AbortController();
  const parts: ExporterParts = { settings, env, closing: closing.signal };
  const { made, warnings } = readingEnvironment(env, api, () => {
    const resource = resourceOf(settings);
    return { tracers: tracersOf(resource, parts), meters: metersOf(resource, parts), loggers: loggersOf(resource, parts) };
  });
  tellOnce(warnings);
  return { api, ...made, current: () => api.ROOT_CONTEXT, close: (isLast) => close(Object.values(made), { isLast, closing }) };
}

/** The name of the service is that of the options, else that of the variables. */
function resourceOf({ options: { service }, names }: Settings): Resource {
  const { detectResources, envDetector, resourceFromAttributes } = load('@opentelemetry/resources') as Resources;
  const byDefault = resourceFromAttributes({ 'service.name': names === 'claude_code' ? 'claude-code' : 'loadout' });
  const written = byDefault.merge(detectResources({ detectors: [envDetector] }));
  return service === undefined ? written : written.merge(resourceFromAttributes({ 'service.name': service }));
}

function tracersOf(resource: Resource, parts: ExporterParts) {
  const { BasicTracerProvider, BatchSpanProcessor } = load('@opentelemetry/sdk-trace-base') as TraceSdk;
  const isOn = parts.settings.targets.traces !== undefined;
  return new BasicTracerProvider({ resource, spanProcessors: isOn ? [new BatchSpanProcessor(traceExporter(parts))] : [] });
}

function metersOf(resource: Resource, parts: ExporterParts) {
  const { MeterProvider, PeriodicExportingMetricReader } = load('@opentelemetry/sdk-metrics') as MetricSdk;
  if (parts.settings.targets.metrics === undefined) return new MeterProvider({ resource });
  const exportIntervalMillis = positive(parts.env.OTEL_METRIC_EXPORT_INTERVAL) ?? 60_000;
  const exportTimeoutMillis = Math.min(positive(parts.env.OTEL_METRIC_EXPORT_TIMEOUT) ?? 30_000, exportIntervalMillis);
  const reader = new PeriodicExportingMetricReader({
    exporter: metricExporter(parts),
    exportIntervalMillis,
    exportTimeoutMillis,
  });
  return new MeterProvider({ resource, readers: [reader] });
}

function loggersOf(resource: Resource, parts: ExporterParts) {
  const { BatchLogRecordProcessor, LoggerProvider } = load('@opentelemetry/sdk-logs') as LogSdk;
  if (parts.settings.targets.logs === undefined) return new LoggerProvider({ resource });
  const bound = (name: string, byDefault: number) => positive(parts.env[`OTEL_BLRP_${name}`]) ?? byDefault;
  const processor = new BatchLogRecordProcessor({
    exporter: logExporter(parts),
    scheduledDelayMillis: bound('SCHEDULE_DELAY', 1_000),
    exportTimeoutMillis: bound('EXPORT_TIMEOUT', 30_000),
    maxQueueSize: bound('MAX_QUEUE_SIZE', 2_048),
    maxExportBatchSize: bound('MAX_EXPORT_BATCH_SIZE', 512),
  });
  return new LoggerProvider({ resource, processors: [processor] });
}

interface Provider {
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Passes on what waits. What a collector has not taken after two seconds is lost, and so is all that follows. */
async function close(
  providers: readonly Provider[],
  { isLast, closing }: { readonly isLast: boolean; readonly closing: AbortController },
): Promise<void> {
  const all = Promise.allSettled(providers.map((provider) => (isLast ? provider.shutdown() : provider.forceFlush())));
  const late = setTimeout(() => closing.abort(), CLOSING_MS);
  await Promise.race([all, once(closing.signal, 'abort')]);
  clearTimeout(late);
}
