import { describe, expect, it } from 'vitest';
import type { Env } from './environment.js';
import { positive } from './environment.js';
import { readSettings, type Settings } from './settings.js';

describe('the variables that the SDK leaves to its caller', () => {
  it.each<[Env, (settings: Settings) => unknown, unknown]>([
    [{}, ({ targets }) => targets, { traces: 'otlp', metrics: 'otlp', logs: 'otlp' }],
    [{ OTEL_TRACES_EXPORTER: 'none' }, ({ targets }) => targets, { traces: undefined, metrics: 'otlp', logs: 'otlp' }],
    [{ OTEL_METRICS_EXPORTER: 'none' }, ({ targets }) => targets.metrics, undefined],
    [{ OTEL_LOGS_EXPORTER: 'none' }, ({ targets }) => targets.logs, undefined],
    [{ OTEL_LOGS_EXPORTER: 'console' }, ({ targets }) => targets.logs, 'console'],
    [{ OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '9' }, ({ longest }) => longest, 9],
    [{ OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '9', OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: '8' }, ({ longest }) => longest, 8],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, ({ targets }) => targets.logs, 'otlp'],
    [{ TRACEPARENT: 'x' }, ({ parent }) => parent, 'x'],
    [{ OTEL_LOG_LEVEL: 'debug' }, ({ isVerbose }) => isVerbose, true],
  ])('%j', (env, read, expected) => {
    const settings = readSettings({}, env);
    expect(read(settings)).toEqual(expected);
    expect(settings.problems).toEqual([]);
  });

  it.each<[Env, RegExp]>([
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, /PROTOCOL is "grpc", and http\/json is supported/],
    [{ OTEL_LOGS_EXPORTER: 'prometheus' }, /OTEL_LOGS_EXPORTER is "prometheus"/],
  ])('%j is not supported, and is told', (env, expected) => {
    expect(readSettings({}, env).problems.join('\n')).toMatch(expected);
  });

  it("with Claude Code's switch, a signal is sent only to an exporter that is named, and spans need the second switch", () => {
    const on = { CLAUDE_CODE_ENABLE_TELEMETRY: '1' };
    const signals = (env: Env) => {
      const { traces, metrics, logs } = readSettings({ names: 'claude_code' }, env).targets;
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

it('a time that no timer can wait is the longest of a timer', () => {
  expect([positive('1e12'), positive('5'), positive('0'), positive('x')]).toEqual([2 ** 31 - 1, 5, undefined, undefined]);
});
