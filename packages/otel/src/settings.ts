type Env = Readonly<Record<string, string | undefined>>;

/** The options of `telemetry.otel`. */
export interface OtelOptions {
  readonly endpoint?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly service?: string | undefined;
  /** `full`: prompts, answers, inputs and results are sent too, after secrets are removed. Default `none`. */
  readonly content?: 'none' | 'full' | undefined;
}

export interface Settings {
  readonly traces: Target | undefined;
  readonly metrics: Target | undefined;
  readonly resource: Readonly<Record<string, string>>;
  readonly content: boolean;
  /** The longest text of an attribute. */
  readonly longest: number;
  readonly sampler: { readonly isParentBased: boolean; readonly ratio: number };
  /** Milliseconds between exports. */
  readonly delayMs: number;
  readonly mostQueued: number;
  /** The trace that this process is part of. */
  readonly parent: string | undefined;
  readonly isVerbose: boolean;
}

export interface Target {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

const DEFAULT_ENDPOINT = 'http://localhost:4318';

/** Reads the options and the variables of OpenTelemetry's specification. An option takes precedence over a variable. */
export function readSettings(options: OtelOptions, env: Env): Settings {
  return {
    traces: env.OTEL_TRACES_EXPORTER === 'none' ? undefined : targetOf('TRACES', { options, env }),
    metrics: env.OTEL_METRICS_EXPORTER === 'none' ? undefined : targetOf('METRICS', { options, env }),
    resource: { ...pairs(env.OTEL_RESOURCE_ATTRIBUTES), 'service.name': serviceOf(options, env) },
    content: options.content === 'full',
    longest: positive(env.OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT ?? env.OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT) ?? 16_000,
    sampler: samplerOf(env),
    delayMs: positive(env.OTEL_BSP_SCHEDULE_DELAY) ?? 5_000,
    mostQueued: positive(env.OTEL_BSP_MAX_QUEUE_SIZE) ?? 2_048,
    parent: env.TRACEPARENT,
    isVerbose: env.OTEL_LOG_LEVEL === 'debug',
  };
}

const serviceOf = (options: OtelOptions, env: Env): string =>
  options.service ?? env.OTEL_SERVICE_NAME ?? pairs(env.OTEL_RESOURCE_ATTRIBUTES)['service.name'] ?? 'loadout';

/** An endpoint of one signal is used as it is. The common endpoint gets the path of the signal. */
function targetOf(signal: 'TRACES' | 'METRICS', { options, env }: { readonly options: OtelOptions; readonly env: Env }): Target {
  const of = (name: string) => env[`OTEL_EXPORTER_OTLP_${signal}_${name}`];
  const common = options.endpoint ?? env.OTEL_EXPORTER_OTLP_ENDPOINT ?? DEFAULT_ENDPOINT;
  const own = options.endpoint === undefined ? of('ENDPOINT') : undefined;
  return {
    url: own ?? `${common.replace(/\/$/, '')}/v1/${signal.toLowerCase()}`,
    headers: { ...pairs(env.OTEL_EXPORTER_OTLP_HEADERS), ...pairs(of('HEADERS')), ...options.headers },
    timeoutMs: positive(of('TIMEOUT') ?? env.OTEL_EXPORTER_OTLP_TIMEOUT) ?? 10_000,
  };
}

/** `a=b,c=d`, percent-encoded, as the specification writes headers and resources. */
function pairs(text: string | undefined): Readonly<Record<string, string>> {
  const entries = (text ?? '').split(',').flatMap((pair) => {
    const [, name = '', value = ''] = /^\s*([^=\s]+)\s*=\s*(.*?)\s*$/.exec(pair) ?? [];
    return name === '' ? [] : [[name, decoded(value)] as const];
  });
  return Object.fromEntries(entries);
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return text !== undefined && Number.isFinite(value) && value > 0 ? value : undefined;
}

function samplerOf(env: Env): Settings['sampler'] {
  const name = env.OTEL_TRACES_SAMPLER ?? 'parentbased_always_on';
  const given = Number(env.OTEL_TRACES_SAMPLER_ARG ?? 1);
  const ratio = Number.isFinite(given) ? Math.min(1, Math.max(0, given)) : 1;
  const kind = name.replace(/^parentbased_/, '');
  return {
    isParentBased: name.startsWith('parentbased_'),
    ratio: kind === 'always_off' ? 0 : kind === 'traceidratio' ? ratio : 1,
  };
}
