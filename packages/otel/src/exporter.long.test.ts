import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startOtlpSink } from '@loadout/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Env } from './environment.js';
import { Exporter } from './exporter.js';
import { readSettings } from './settings.js';

const SCOPE = 'loadout';

const exporterTo = (endpoint: string, env: Env = {}) => new Exporter(readSettings({ endpoint }, env));

function addSpans(exporter: Exporter, count: number): void {
  for (let index = 0; index < count; index++)
    exporter.span({ scope: SCOPE, name: `span ${index}`, kind: 'internal', attributes: {}, start: index }).end(index + 1);
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

describe('an exporter', () => {
  it('keeps the newest spans of a full queue, and tells how many it dropped', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const exporter = exporterTo(sink.url, { OTEL_BSP_MAX_QUEUE_SIZE: '3', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2' });
    addSpans(exporter, 10);
    await exporter.close();
    expect(sink.spans.map(({ name }) => name)).toEqual(['span 7', 'span 8', 'span 9']);
    expect(JSON.stringify(sink.bodies[0])).toContain('{"key":"loadout.telemetry.dropped_spans","value":{"intValue":"7"}}');
  });

  it('holds no more than the queue and one batch while a collector hangs, however long the run is', async () => {
    let requests = 0;
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const url = await collector(() => {
      requests += 1;
      arrive();
    });
    const exporter = exporterTo(url, { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4', OTEL_BSP_MAX_QUEUE_SIZE: '8' });
    addSpans(exporter, 4);
    await arrived;
    addSpans(exporter, 10_000);
    expect(exporter.waiting).toBe(8);
    await exporter.close();
    expect(requests).toBe(1);
  });

  it('sends compressed bodies where the variable asks for them', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const exporter = exporterTo(sink.url, { OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip' });
    addSpans(exporter, 1);
    await exporter.close();
    expect([sink.bodies[0]?.headers['content-encoding'], sink.spans.length]).toEqual(['gzip', 1]);
  });

  it('repeats metrics from the start where cumulative numbers are asked for', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const exporter = exporterTo(sink.url, { OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative' });
    for (let round = 0; round < 2; round++) {
      exporter.measure({ scope: SCOPE, name: 'runs', unit: '{run}' }, 2, { agent: 'main' });
      await exporter.close();
    }
    expect(sink.points.map(({ sum }) => sum)).toEqual([2, 4]);
  });

  it('shares one series above the bound of a metric', async () => {
    const sink = await startOtlpSink();
    onTestFinished(() => sink.close());
    const exporter = exporterTo(sink.url);
    for (let index = 0; index < 2_010; index++)
      exporter.measure({ scope: SCOPE, name: 'runs', unit: '{run}' }, 1, { agent: String(index) });
    await exporter.close();
    expect(sink.points.at(-1)).toMatchObject({ sum: 10, attributes: { 'otel.metric.overflow': true } });
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
