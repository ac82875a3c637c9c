import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOtlpSink } from '@loadout/testing';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Env } from './environment.js';
import { ownProviders } from './own-providers.js';
import { type OtelOptions, readSettings } from './settings.js';
import { Sink } from './sink.js';

const SCOPE = 'loadout';

function sinkOf(options: OtelOptions, env: Env = {}): Sink {
  const settings = readSettings(options, env);
  return new Sink(() => ownProviders(settings, env), settings.longest);
}

const exporterTo = (endpoint: string, env: Env = {}) => sinkOf({ endpoint }, env);

function addSpans(sink: Sink, count: number): void {
  for (let index = 0; index < count; index++)
    sink.span({ scope: SCOPE, name: `span ${index}`, kind: 'internal', attributes: {}, start: index }).end(index + 1);
}

/** A collector that answers as the listener does. */
async function collector(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function otlpSink() {
  const sink = await startOtlpSink();
  onTestFinished(() => sink.close());
  return sink;
}

describe('an exporter', () => {
  it('drops the spans that a full queue has no room for', async () => {
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url, { OTEL_BSP_MAX_QUEUE_SIZE: '3', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '3' });
    addSpans(exporter, 10);
    await exporter.close();
    expect(sink.spans.length).toBeLessThanOrEqual(6);
  });

  it('holds no more than the queue and one batch while a collector hangs, however long the run is', async () => {
    const bodies: string[] = [];
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const url = await collector(async (request) => {
      bodies.push(Buffer.concat(await request.toArray()).toString());
      arrive();
    });
    const exporter = exporterTo(url, { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4', OTEL_BSP_MAX_QUEUE_SIZE: '8' });
    addSpans(exporter, 4);
    await arrived;
    addSpans(exporter, 10_000);
    await exporter.close();
    expect(bodies.join('').match(/"spanId"/g)).toHaveLength(12);
  });

  it('sends compressed bodies where the variable asks for them', async () => {
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url, { OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' });
    addSpans(exporter, 1);
    await exporter.close();
    expect([sink.bodies[0]?.headers['content-encoding'], sink.spans.length]).toEqual(['gzip', 1]);
  });

  it('repeats metrics from the start where cumulative numbers are asked for', async () => {
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url, { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative' });
    const open = exporter.span({ scope: SCOPE, name: 'run', kind: 'internal', attributes: {}, start: 1 });
    for (let round = 0; round < 2; round++) {
      exporter.measure({ scope: SCOPE, name: 'runs', unit: '{run}' }, 2, { agent: 'main' });
      await exporter.close();
    }
    open.end(2);
    expect(sink.points.map(({ sum }) => sum)).toEqual([2, 4]);
  });

  it('shares one series above the bound of a metric', async () => {
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url);
    for (let index = 0; index < 2_010; index++)
      exporter.measure({ scope: SCOPE, name: 'runs', unit: '{run}' }, 1, { agent: String(index) });
    await exporter.close();
    expect(sink.points.find(({ attributes }) => attributes['otel.metric.overflow'] === true)).toMatchObject({ sum: 11 });
  });

  it('sends the spans of a run that outlives another agent of the same observer, and of runs after the last', async () => {
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url);
    const open = exporter.span({ scope: SCOPE, name: 'long', kind: 'internal', attributes: {}, start: 1 });
    await exporter.close();
    open.end(2);
    await exporter.close();
    addSpans(exporter, 1);
    await exporter.close();
    expect(sink.spans.map(({ name }) => name)).toEqual(['long', 'span 0']);
  });
});

describe('the variables of the specification', () => {
  it.each<[Env, OtelOptions, string]>([
    [{}, {}, 'loadout'],
    [{}, { names: 'claude_code' }, 'claude-code'],
    [{ OTEL_SERVICE_NAME: 'shop' }, {}, 'shop'],
    [{ OTEL_RESOURCE_ATTRIBUTES: 'service.name=a%20b,env=prod' }, {}, 'a b'],
    [{ OTEL_SERVICE_NAME: 'shop' }, { service: 'till' }, 'till'],
  ])('%j and %j name the service', async (env, options, expected) => {
    const sink = await otlpSink();
    const exporter = sinkOf({ ...options, endpoint: sink.url }, env);
    addSpans(exporter, 1);
    await exporter.close();
    expect(JSON.stringify(sink.bodies[0]?.body)).toContain(`{"key":"service.name","value":{"stringValue":"${expected}"}}`);
  });

  it("are those of the agent's environment, and the environment of the process stays as it is", async () => {
    const sink = await otlpSink();
    const before = process.env;
    const exporter = sinkOf({}, { OTEL_EXPORTER_OTLP_ENDPOINT: `${sink.url}/`, OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2' });
    expect(process.env).toBe(before);
    addSpans(exporter, 1);
    await exporter.close();
    expect(sink.bodies[0]).toMatchObject({ path: '/v1/traces', headers: { a: '1', b: '2' } });
  });

  it('come after the endpoint and the headers of the options', async () => {
    const sink = await otlpSink();
    const exporter = sinkOf(
      { endpoint: sink.url, headers: { b: '3' } },
      { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:9', OTEL_EXPORTER_OTLP_HEADERS: 'a=1,b=2' },
    );
    addSpans(exporter, 1);
    await exporter.close();
    expect(sink.bodies[0]?.headers).toMatchObject({ a: '1', b: '3' });
  });

  it('switch a signal off, and print another one on standard error', async () => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    const sink = await otlpSink();
    const exporter = exporterTo(sink.url, { OTEL_TRACES_EXPORTER: 'none', OTEL_LOGS_EXPORTER: 'console' });
    addSpans(exporter, 1);
    exporter.log({ scope: SCOPE, name: 'x', at: 1, severity: 'info', attributes: {} });
    await exporter.close();
    expect(sink.bodies).toEqual([]);
    expect(JSON.parse(String(written.mock.calls[0]?.[0]))).toHaveProperty('resourceLogs');
  });

  it.each<[Env, RegExp]>([
    [{ OTEL_EXPORTER_OTLP_METRICS_COMPRESSION: 'zstd' }, /COMPRESSION is invalid, expected 'none' or 'gzip' \(actual: 'zstd'\)/],
    [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /OTEL_TRACES_SAMPLER value "jaeger_remote" invalid/],
    [{ OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'sometimes' }, /TEMPORALITY_PREFERENCE is set to 'sometimes'/],
  ])('%j is refused by the SDK, which is told', (env, expected) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => written.mockRestore());
    sinkOf({}, env);
    expect(written.mock.calls.join('\n')).toMatch(expected);
  });
});

describe('the registry of a program', () => {
  it('has no entry of ours, so that each version of the API can register there', async () => {
    const registry = Symbol.for('opentelemetry.js.api.1');
    const exporter = exporterTo('http://127.0.0.1:9');
    addSpans(exporter, 1);
    expect(Object.hasOwn(globalThis, registry)).toBe(false);
    await exporter.close();
    expect(Object.hasOwn(globalThis, registry)).toBe(false);
  });
});

describe.each<[string, RequestListener]>([
  ['hangs', () => {}],
  ['fails', (_, response) => void response.writeHead(500).end()],
  ['is overloaded for an hour', (_, response) => void response.writeHead(503, { 'retry-after': '3600' }).end()],
  ['answers with nonsense', (request) => void request.socket.end('ni hao\r\n\r\n')],
  ['breaks the connection', (request) => void request.socket.destroy()],
  ['redirects to itself', (_, response) => void response.writeHead(307, { location: '/v1/traces' }).end()],
  ['never ends its answer', (_, response) => void response.writeHead(200).write('{')],
])('a collector that %s', (_, listener) => {
  it('lets the exporter close', async () => {
    const exporter = exporterTo(await collector(listener));
    addSpans(exporter, 3);
    exporter.log({ scope: SCOPE, name: 'x', at: 1, severity: 'info', attributes: {} });
    exporter.measure({ scope: SCOPE, name: 'runs', unit: '{run}' }, 1, {});
    await expect(exporter.close()).resolves.toBeUndefined();
  });
});
