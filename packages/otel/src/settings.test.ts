import { describe, expect, it } from 'vitest';
import type { Env } from './environment.js';
import { type Endpoint, readSettings, type Settings } from './settings.js';

const endpointOf = (env: Env, signal: 'traces' | 'metrics' | 'logs' = 'traces') => readSettings({}, env)[signal] as Endpoint;

describe('the variables of the specification', () => {
  it.each<[Env, (settings: Settings) => unknown, unknown]>([
    [{}, ({ resource }) => resource, { 'service.name': 'loadout' }],
    [{ OTEL_SERVICE_NAME: 'shop' }, ({ resource }) => resource, { 'service.name': 'shop' }],
    [
      { OTEL_RESOURCE_ATTRIBUTES: 'service.name=a%20b,env=prod,broken' },
      ({ resource }) => resource,
      { 'service.name': 'a b', env: 'prod' },
    ],
    [{ OTEL_TRACES_EXPORTER: 'none' }, ({ traces, metrics }) => [traces, metrics === undefined], [undefined, false]],
    [{ OTEL_METRICS_EXPORTER: 'none' }, ({ metrics }) => metrics, undefined],
    [{ OTEL_LOGS_EXPORTER: 'none' }, ({ logs }) => logs, undefined],
    [{ OTEL_LOGS_EXPORTER: 'console' }, ({ logs }) => logs, 'console'],
    [{ OTEL_TRACES_SAMPLER: 'always_off' }, ({ sampler }) => sampler, { isParentBased: false, ratio: 0 }],
    [
      { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.25' },
      ({ sampler }) => sampler,
      { isParentBased: true, ratio: 0.25 },
    ],
    [{ OTEL_BSP_SCHEDULE_DELAY: '20' }, ({ spans }) => spans.delayMs, 20],
    [{ OTEL_BSP_MAX_QUEUE_SIZE: '20' }, ({ spans }) => spans.mostQueued, 20],
    [{ OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '20' }, ({ spans }) => spans.mostInBatch, 20],
    [{ OTEL_BLRP_SCHEDULE_DELAY: '20' }, ({ logRecords }) => logRecords.delayMs, 20],
    [{ OTEL_BLRP_MAX_QUEUE_SIZE: '20' }, ({ logRecords }) => logRecords.mostQueued, 20],
    [{ OTEL_BLRP_MAX_EXPORT_BATCH_SIZE: '20' }, ({ logRecords }) => logRecords.mostInBatch, 20],
    [{ OTEL_METRIC_EXPORT_INTERVAL: '20' }, ({ metricsDelayMs }) => metricsDelayMs, 20],
    [{ OTEL_METRIC_EXPORT_INTERVAL: 'soon' }, ({ metricsDelayMs }) => metricsDelayMs, 60_000],
    [{ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative' }, ({ isCumulative }) => isCumulative, true],
    [{ OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '9' }, ({ longest }) => longest, 9],
    [{ OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '9', OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: '8' }, ({ longest }) => longest, 8],
    [{ TRACEPARENT: 'x' }, ({ parent }) => parent, 'x'],
    [{ OTEL_LOG_LEVEL: 'debug' }, ({ isVerbose }) => isVerbose, true],
  ])('%j', (env, read, expected) => {
    const settings = readSettings({}, env);
    expect(read(settings)).toEqual(expected);
    expect(settings.problems).toEqual([]);
  });

  it.each<[Env, 'traces' | 'metrics' | 'logs', Partial<Endpoint>]>([
    [{}, 'logs', { url: 'http://localhost:4318/v1/logs', timeoutMs: 10_000, exportMs: 30_000, isCompressed: false, headers: {} }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://a:1/x/' }, 'metrics', { url: 'http://a:1/x/v1/metrics' }],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, 'metrics', { url: 'http://localhost:4318/v1/metrics' }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a:1/own' }, 'traces', { url: 'http://a:1/own' }],
    [{ OTEL_EXPORTER_OTLP_LOGS_ENDPOINT: 'http://a:1/own' }, 'traces', { url: 'http://localhost:4318/v1/traces' }],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2', OTEL_EXPORTER_OTLP_LOGS_HEADERS: 'b=3' }, 'logs', { headers: { a: '1', b: '3' } }],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '5', OTEL_EXPORTER_OTLP_METRICS_TIMEOUT: '6' }, 'metrics', { timeoutMs: 6 }],
    [{ OTEL_EXPORTER_OTLP_TIMEOUT: '5' }, 'logs', { timeoutMs: 5 }],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' }, 'logs', { isCompressed: true }],
    [{ OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip', OTEL_EXPORTER_OTLP_LOGS_COMPRESSION: 'none' }, 'logs', { isCompressed: false }],
    [{ OTEL_BSP_EXPORT_TIMEOUT: '7' }, 'traces', { exportMs: 7 }],
    [{ OTEL_BLRP_EXPORT_TIMEOUT: '7' }, 'logs', { exportMs: 7 }],
    [{ OTEL_METRIC_EXPORT_TIMEOUT: '7' }, 'metrics', { exportMs: 7 }],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'logs', {}],
  ])('%j reaches the endpoint of %s', (env, signal, expected) => {
    expect(endpointOf(env, signal)).toMatchObject(expected);
    expect(readSettings({}, env).problems).toEqual([]);
  });

  it.each<[Env, RegExp]>([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /PROTOCOL is "grpc", and http\/json is supported/],
    [{ OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: 'zstd' }, /COMPRESSION is "zstd"/],
    [{ OTEL_EXPORTER_OTLP_CERTIFICATE: 'ca.pem' }, /NODE_EXTRA_CA_CERTS/],
    [{ OTEL_LOGS_EXPORTER: 'prometheus' }, /OTEL_LOGS_EXPORTER is "prometheus"/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /OTEL_TRACES_SAMPLER is "jaeger_remote"/],
    [
      { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'sometimes' },
      /TEMPORALITY_PREFERENCE is "sometimes", and cumulative, delta and lowmemory are supported/,
    ],
  ])('%j is not supported, and is told', (env, expected) => {
    expect(readSettings({}, env).problems.join('\n')).toMatch(expected);
  });

  it("with Claude Code's switch, a signal is sent only to an exporter that is named, and spans need the second switch", () => {
    const on = { CLAUDE_CODE_ENABLE_TELEMETRY: '1' };
    const signals = (env: Env) => {
      const { traces, metrics, logs } = readSettings({ names: 'claude_code' }, env);
      return [traces, metrics, logs].map((target) => target !== undefined);
    };
    expect(signals(on)).toEqual([false, false, false]);
    expect(signals({ ...on, OTEL_METRICS_EXPORTER: 'otlp', OTEL_TRACES_EXPORTER: 'otlp' })).toEqual([false, true, false]);
    expect(signals({ ...on, OTEL_TRACES_EXPORTER: 'otlp', CLAUDE_CODE_ENHANCED_TELEMETRY_BETA: '1' })).toEqual([
      true,
      false,
      false,
    ]);
    expect(signals({})).toEqual([true, true, true]);
  });
});
