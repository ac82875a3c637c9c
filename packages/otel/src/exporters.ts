import { readFileSync } from 'node:fs';
import * as http from 'node:http';
import * as https from 'node:https';
import { createRequire } from 'node:module';
import type { Env } from './environment.js';
import type { Settings, Signal } from './settings.js';
import { tellOnce } from './tell-once.js';

/** An error without a code of the system, after which the SDK does not try again. */
const CLOSED = new Error('telemetry is closed');

/** Returns an agent that ends its connections when `closing` is aborted, and makes none afterwards. */
function closingAgent(protocol: string, { closing, ...options }: https.AgentOptions & { readonly closing: AbortSignal }) {
  const agent = protocol === 'https:' ? new https.Agent(options) : new http.Agent(options);
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (to, done) => {
    if (!closing.aborted) return connect(to, done);
    done?.(CLOSED, undefined as never);
    return undefined;
  };
  closing.addEventListener('abort', () => {
    for (const socket of Object.values(agent.sockets).flat()) socket?.destroy(CLOSED);
    agent.destroy();
  });
  return agent;
}

/** Loaded when the first exporter is made, because a process without telemetry of its own needs none of it. */
const load = createRequire(import.meta.url);

type Traces = typeof import('@opentelemetry/exporter-trace-otlp-http');
type Metrics = typeof import('@opentelemetry/exporter-metrics-otlp-http');
type Logs = typeof import('@opentelemetry/exporter-logs-otlp-http');
type Serializers = typeof import('@opentelemetry/otlp-transformer');
type Config = NonNullable<ConstructorParameters<Traces['OTLPTraceExporter']>[0]>;

export interface ExporterParts {
  readonly settings: Settings;
  readonly env: Env;
  /** Aborted when nothing may keep the process alive any more. */
  readonly closing: AbortSignal;
}

export function traceExporter(parts: ExporterParts) {
  const { OTLPTraceExporter } = load('@opentelemetry/exporter-trace-otlp-http') as Traces;
  const exporter = new OTLPTraceExporter(configOf('traces', parts));
  return directed(exporter, { ...parts, signal: 'traces', serializer: ({ JsonTraceSerializer }) => JsonTraceSerializer });
}

/** Sums of deltas are right across many short processes, so they are the default here, not the totals of the specification. */
export function metricExporter(parts: ExporterParts) {
  const { OTLPMetricExporter, AggregationTemporalityPreference } = load('@opentelemetry/exporter-metrics-otlp-http') as Metrics;
  const isChosen = Boolean(parts.env.OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE);
  const temporality = isChosen ? {} : { temporalityPreference: AggregationTemporalityPreference.DELTA };
  const exporter = new OTLPMetricExporter({ ...configOf('metrics', parts), ...temporality });
  return directed(exporter, { ...parts, signal: 'metrics', serializer: ({ JsonMetricsSerializer }) => JsonMetricsSerializer });
}

export function logExporter(parts: ExporterParts) {
  const { OTLPLogExporter } = load('@opentelemetry/exporter-logs-otlp-http') as Logs;
  const exporter = new OTLPLogExporter(configOf('logs', parts));
  return directed(exporter, { ...parts, signal: 'logs', serializer: ({ JsonLogsSerializer }) => JsonLogsSerializer });
}

function configOf(signal: Signal, { settings: { options }, env, closing }: ExporterParts): Config {
  const { endpoint, headers } = options;
  const sockets = { keepAlive: true, closing, ...certificatesOf(signal, env) };
  return {
    ...(endpoint === undefined ? {} : { url: `${endpoint.replace(/\/$/, '')}/v1/${signal}` }),
    ...(headers === undefined ? {} : { headers: { ...headers } }),
    httpAgentOptions: (protocol) => closingAgent(protocol, sockets),
  };
}

/** The certificates that the variables name. The SDK reads them only for agents of its own. */
function certificatesOf(signal: Signal, env: Env): { readonly ca?: Buffer; readonly cert?: Buffer; readonly key?: Buffer } {
  const file = (name: string) => env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`];
  const read = (option: string, path: string | undefined) => (path === undefined ? {} : { [option]: readFileSync(path) });
  return { ...read('ca', file('CERTIFICATE')), ...read('cert', file('CLIENT_CERTIFICATE')), ...read('key', file('CLIENT_KEY')) };
}

interface Exports<T> {
  export(items: T, done: (result: { readonly code: number; readonly error?: Error | undefined }) => void): void;
}

interface Direction<T> {
  readonly settings: Settings;
  readonly signal: Signal;
  readonly serializer: (of: Serializers) => { serializeRequest(items: T): Uint8Array | undefined };
}

/** Sends what an exporter gets to the target of its signal. Standard output belongs to the run, so the console is standard error. */
function directed<T, E extends Exports<T>>(exporter: E, { settings, signal, serializer }: Direction<T>): E {
  const send = exporter.export.bind(exporter);
  exporter.export = (items, done) => {
    if (settings.targets[signal] === 'otlp') {
      return send(items, (result) => {
        if (settings.isVerbose && result.error !== undefined) tellOnce([`${signal} are lost: ${result.error.message}`]);
        done(result);
      });
    }
    const text = serializer(load('@opentelemetry/otlp-transformer') as Serializers).serializeRequest(items);
    process.stderr.write(`${Buffer.from(text ?? []).toString()}\n`);
    done({ code: 0 });
  };
  return exporter;
}
