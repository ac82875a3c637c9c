import { type Env, positive } from './environment.js';

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

export type Signal = 'traces' | 'metrics' | 'logs';

/** The receiver of one signal: a collector, or standard error. `undefined`: the signal is off. */
export type Target = 'otlp' | 'console' | undefined;

export interface Settings {
  readonly targets: Readonly<Record<Signal, Target>>;
  /** The options that go before the variables of the SDK. */
  readonly options: OtelOptions;
  readonly names: NonNullable<OtelOptions['names']>;
  readonly content: boolean;
  /** The longest text of an attribute. */
  readonly longest: number;
  /** The trace that this process is part of. */
  readonly parent: string | undefined;
  readonly isVerbose: boolean;
  /** Sentences about values that are not supported. */
  readonly problems: readonly string[];
}

/** Reads the options, and the variables that the SDK leaves to its caller. */
export function readSettings(options: OtelOptions, env: Env): Settings {
  const problems: string[] = [];
  const names = options.names ?? 'gen_ai';
  const parts: Parts = { env, problems, isClaude: names === 'claude_code' && env.CLAUDE_CODE_ENABLE_TELEMETRY === '1' };
  return {
    targets: { traces: targetOf('traces', parts), metrics: targetOf('metrics', parts), logs: targetOf('logs', parts) },
    options,
    names,
    content: options.content === 'full',
    longest: positive(env.OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT ?? env.OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT) ?? 16_000,
    parent: env.TRACEPARENT,
    isVerbose: env.OTEL_LOG_LEVEL === 'debug',
    problems,
  };
}

interface Parts {
  readonly env: Env;
  readonly problems: string[];
  /** Whether Claude Code's own switch turned telemetry on. A signal then needs a named exporter. */
  readonly isClaude: boolean;
}

/** The names of exporters in the order of `OTEL_…_EXPORTER`; the first that is supported counts. */
function targetOf(signal: Signal, { env, problems, isClaude }: Parts): Target {
  if (isClaude && signal === 'traces' && env.CLAUDE_CODE_ENHANCED_TELEMETRY_BETA !== '1') return undefined;
  const variable = `OTEL_${signal.toUpperCase()}_EXPORTER`;
  const written = env[variable] || (isClaude ? 'none' : 'otlp');
  for (const name of written.split(',').map((one) => one.trim())) {
    if (name === 'none') return undefined;
    if (name === 'otlp') problems.push(...unsupportedProtocol(signal, env));
    if (name === 'otlp' || name === 'console') return name;
    problems.push(`${variable} is "${name}", and otlp, console and none are supported; ${name} is left out.`);
  }
  return undefined;
}

function unsupportedProtocol(signal: Signal, env: Env): readonly string[] {
  const protocol = env[`OTEL_EXPORTER_OTLP_${signal.toUpperCase()}_PROTOCOL`] || env.OTEL_EXPORTER_OTLP_PROTOCOL || 'http/json';
  if (protocol === 'http/json') return [];
  return [`OTEL_EXPORTER_OTLP_PROTOCOL is "${protocol}", and http/json is supported; JSON is sent.`];
}
