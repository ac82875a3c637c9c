import { context, metrics, trace } from '@opentelemetry/api';
import { logs } from '@opentelemetry/api-logs';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { AggregationTemporalityPreference, OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { onTestFinished } from 'vitest';

/** Registers the providers of the official SDK, as a program does. Returns a function that sends everything to the sink. */
export function registerOfficial(url: string): () => Promise<void> {
  const resource = resourceFromAttributes({ 'service.name': 'shop' });
  const spans = new BatchSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }));
  const tracers = new BasicTracerProvider({ resource, spanProcessors: [spans] });
  const temporalityPreference = AggregationTemporalityPreference.DELTA;
  const exporter = new OTLPMetricExporter({ url: `${url}/v1/metrics`, temporalityPreference });
  const meters = new MeterProvider({ resource, readers: [new PeriodicExportingMetricReader({ exporter })] });
  const records = new BatchLogRecordProcessor({ exporter: new OTLPLogExporter({ url: `${url}/v1/logs` }) });
  const loggers = new LoggerProvider({ resource, processors: [records] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  trace.setGlobalTracerProvider(tracers);
  metrics.setGlobalMeterProvider(meters);
  logs.setGlobalLoggerProvider(loggers);
  const [, program] = process.argv;
  // The copy of the API is looked up beside the program, which is this file here.
  process.argv[1] = import.meta.filename;
  onTestFinished(async () => {
    for (const api of [context, trace, metrics, logs]) api.disable();
    process.argv[1] = program ?? '';
    await Promise.all([tracers.shutdown(), meters.shutdown(), loggers.shutdown()]);
  });
  return async () => void (await Promise.all([tracers.forceFlush(), meters.forceFlush(), loggers.forceFlush()]));
}
