import { type Env, pairs, positive, type Sampler, samplerOf } from './environment.js';
import type { QueueBounds } from './otlp/queue.js';

/** The options of `telemetry.otel`. */
export interface OtelOptions {
  readonly endpoint?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly service?: string | undefined;
  /** `full`: prompts, answers, inputs and results are sent too, after secrets are removed. Default `none`. */
  readonly content?: 'none' | 'full' | undefined;
  /**
   * `claude_code`: the metrics, events and spans have the names of Claude Code. `both`: metrics and events have both names, spans
   * those of `gen_ai`. Default `gen_ai`.
   */
  readonly names?: 'gen_ai' | 'claude_code' | 'both' | undefined;
}

export interface Settings {
  readonly traces: Target;
  readonly metrics: Target;
  readonly logs: Target;
  readonly names: NonNullable<OtelOptions['names']>;
  readonly resource: Readonly<Record<string, string>>;
  readonly content: boolean;
  /** The longest text of an attribute. */
  readonly longest: number;
  readonly sampler: Sampler;
  readonly spans: Bounds;
  readonly logRecords: Bounds;
  /** Milliseconds between exports of metrics. */
  readonly metricsDelayMs: number;
  /** Whether metrics count from the start of the process. */
  readonly isCumulative: boolean;
  /** The trace that this process is part of. */
  readonly parent: string | undefined;
  readonly isVerbose: boolean;
  /** Sentences about values that are not supported. */
  readonly problems: readonly string[];
}

interface Bounds extends QueueBounds {
  readonly delayMs: number;
}

/** The receiver of one signal. `console`: standard error. `undefined`: the signal is off. */
export type Target = Endpoint | 'console' | undefined;

export interface Endpoint {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** The time for one batch with all its attempts. */
  readonly exportMs: number;
  readonly isCompressed: boolean;
}

const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** Reads the options and the variables of OpenTelemetry's specification. An option takes precedence over a variable. */
export function readSettings(options: OtelOptions, env: Env): Settings {
  const problems: string[] = [];
  const names = options.names ?? 'gen_ai';
  const parts: Parts = { options, env, problems, isClaude: names === 'claude_code' && env.CLAUDE_CODE_ENABLE_TELEMETRY === '1' };
  return {
    traces: targetOf('TRACES', parts),
    metrics: targetOf('METRICS', parts),
    logs: targetOf('LOGS', parts),
    names,
    resource: { ...pairs(env.OTEL_RESOURCE_ATTRIBUTES), 'service.name': serviceOf(options, env) },
    content: options.content === 'full',
    longest: positive(env.OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT ?? env.OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT) ?? 16_000,
    sampler: samplerOf(env, problems),
    spans: boundsOf(env, { prefix: 'OTEL_BSP', delayMs: 5_000 }),
    logRecords: boundsOf(env, { prefix: 'OTEL_BLRP', delayMs: parts.isClaude ? 5_000 : 1_000 }),
    metricsDelayMs: positive(env.OTEL_METRIC_EXPORT_INTERVAL) ?? 60_000,
    isCumulative: temporalityOf(env, problems) === 'cumulative',
    parent: env.TRACEPARENT,
    isVerbose: env.OTEL_LOG_LEVEL === 'debug',
    problems,
  };
}

interface Parts {
  readonly options: OtelOptions;
  readonly env: Env;
  readonly problems: string[];
  /** Whether Claude Code's own switch turned telemetry on. A signal then needs a named exporter. */
  readonly isClaude: boolean;
}

const serviceOf = ({ service, names }: OtelOptions, env: Env): string =>
  service ??
  env.OTEL_SERVICE_NAME ??
  pairs(env.OTEL_RESOURCE_ATTRIBUTES)['service.name'] ??
  (names === 'claude_code' ? 'claude-code' : 'loadout');

type Signal = 'TRACES' | 'METRICS' | 'LOGS';

const EXPORT_TIMEOUT: Readonly<Record<Signal, string>> = {
  TRACES: 'OTEL_BSP_EXPORT_TIMEOUT',
  METRICS: 'OTEL_METRIC_EXPORT_TIMEOUT',
  LOGS: 'OTEL_BLRP_EXPORT_TIMEOUT',
};

/** The names of exporters in the order of `OTEL_…_EXPORTER`; the first that is supported counts. */
function targetOf(signal: Signal, parts: Parts): Target {
  const { env, problems, isClaude } = parts;
  if (isClaude && signal === 'TRACES' && env.CLAUDE_CODE_ENHANCED_TELEMETRY_BETA !== '1') return undefined;
  const variable = `OTEL_${signal}_EXPORTER`;
  const written = env[variable] || (isClaude ? 'none' : 'otlp');
  for (const name of written.split(',').map((one) => one.trim())) {
    if (name === 'none') return undefined;
    if (name === 'console') return 'console';
    if (name === 'otlp') return endpointOf(signal, parts);
    problems.push(`${variable} is "${name}", and otlp, console and none are supported; ${name} is left out.`);
  }
  return undefined;
}

/** The endpoint of one signal is used as it is. The common endpoint gets the path of the signal. */
function endpointOf(signal: Signal, { options, env, problems }: Parts): Endpoint {
  const of = (name: string) => env[`OTEL_EXPORTER_OTLP_${signal}_${name}`] || env[`OTEL_EXPORTER_OTLP_${name}`];
  const common = options.endpoint ?? (env.OTEL_EXPORTER_OTLP_ENDPOINT || DEFAULT_ENDPOINT);
  const own = options.endpoint === undefined ? env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`] : undefined;
  const headers = { ...pairs(env.OTEL_EXPORTER_OTLP_HEADERS), ...pairs(env[`OTEL_EXPORTER_OTLP_${signal}_HEADERS`]) };
  const compression = of('COMPRESSION') ?? 'none';
  const protocol = of('PROTOCOL') ?? 'http/json';
  if (!['gzip', 'none'].includes(compression))
    problems.push(`OTEL_EXPORTER_OTLP_COMPRESSION is "${compression}", and gzip and none are supported; nothing is compressed.`);
  if (protocol !== 'http/json')
    problems.push(`OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", and http/json is supported; JSON is sent.`);
  for (const name of ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'])
    if (of(name) !== undefined)
      problems.push(`OTEL_EXPORTER_OTLP_${name} is not supported. Name a certificate authority in NODE_EXTRA_CA_CERTS.`);
  return {
    url: own || `${common.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`,
    headers: { ...headers, ...options.headers },
    timeoutMs: positive(of('TIMEOUT')) ?? 10_000,
    exportMs: positive(env[EXPORT_TIMEOUT[signal]]) ?? 30_000,
    isCompressed: compression === 'gzip',
  };
}

function temporalityOf({ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: written }: Env, problems: string[]): string {
  const name = (written || 'delta').toLowerCase();
  if (!['cumulative', 'delta', 'lowmemory'].includes(name))
    problems.push(
      `OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE is "${written}", and cumulative, delta and lowmemory are supported; deltas are sent.`,
    );
  return name;
}

const boundsOf = (env: Env, { prefix, delayMs }: { readonly prefix: string; readonly delayMs: number }): Bounds => ({
  delayMs: positive(env[`${prefix}_SCHEDULE_DELAY`]) ?? delayMs,
  mostQueued: positive(env[`${prefix}_MAX_QUEUE_SIZE`]) ?? 2_048,
  mostInBatch: positive(env[`${prefix}_MAX_EXPORT_BATCH_SIZE`]) ?? 512,
});
