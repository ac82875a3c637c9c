import { startOtlpSink } from '@loadout/testing';
import { expect, it, onTestFinished } from 'vitest';
import { hostProviders } from '../../../packages/otel/src/host-providers.js';
import { ownProviders } from '../../../packages/otel/src/own-providers.js';
import { readSettings } from '../../../packages/otel/src/settings.js';
import { Sink } from '../../../packages/otel/src/sink.js';
import { registerOfficial } from './official-providers.js';

const AT = 1_800_000_000_000;

/** The differences that the specification allows. A receiver treats an absent count and list as 0 and empty. */
const OFFICIAL_ALONE = [
  'droppedAttributesCount',
  'droppedEventsCount',
  'droppedLinksCount',
  'links',
  'events',
  'traceState',
  'description',
  'min',
  'max',
];
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['status', 'body']);
/** Times that each side reads from its own clock, the version of the scope, and the flag for a parent in another process. */
const OF_ITS_OWN = ['startTimeUnixNano of metrics', 'timeUnixNano of metrics', 'observedTimeUnixNano', 'version', 'flags'];

function feed(sink: Sink): void {
  const scope = 'loadout';
  const root = sink.span({
    scope,
    name: 'invoke_agent main',
    kind: 'internal',
    attributes: { a: 'text', b: 7, c: 1.5 },
    start: AT,
  });
  const child = sink.span({
    scope,
    name: 'chat x',
    kind: 'client',
    parent: root,
    attributes: { reasons: ['stop', 'end'], yes: true },
    start: AT + 1,
    links: [root],
  });
  child.add('retry', AT + 2, { attempt: 1 });
  child.end(AT + 3, { error: 'overloaded' });
  root.end(AT + 4);
  sink.measure({ scope, name: 'runs', unit: '{run}' }, 2, { agent: 'main' });
  sink.measure({ scope, name: 'runs', unit: '{run}' }, 3, { agent: 'main' });
  sink.measure({ scope, name: 'time', unit: 's', bounds: [0.1, 1] }, 0.1, { agent: 'main' });
  sink.measure({ scope, name: 'time', unit: 's', bounds: [0.1, 1] }, 4.5, { agent: 'main' });
  sink.log({ scope, name: 'loadout.result', at: AT + 4, severity: 'warn', attributes: { n: 1 }, body: 'The end', span: child });
  sink.log({ scope, name: 'loadout.retry', at: AT + 5, severity: 'debug', attributes: {} });
}

it('a program with the official SDK sends the same bodies of the same spans, metrics and logs, but for what the specification allows', async () => {
  const [ours, theirs] = [await startOtlpSink(), await startOtlpSink()];
  onTestFinished(async () => void (await Promise.all([ours.close(), theirs.close()])));
  const settings = readSettings({ endpoint: ours.url, service: 'shop' }, {});
  const exporter = new Sink(() => ownProviders(settings, {}), settings.longest);
  feed(exporter);
  await exporter.close();
  const flush = registerOfficial(theirs.url);
  const providers = hostProviders();
  if (providers === undefined) throw new Error('the registered provider is not seen');
  const hosted = new Sink(() => providers, settings.longest);
  feed(hosted);
  await flush();
  const bodies = ({ bodies: list }: typeof ours) => Object.fromEntries(list.map(({ path, body }) => [path, plain(body)]));
  expect(Object.keys(bodies(theirs)).sort()).toEqual(['/v1/logs', '/v1/metrics', '/v1/traces']);
  expect(bodies(ours)).toEqual(bodies(theirs));
});

/** A body with ids in the order of their appearance, and without what may differ. */
function plain(body: unknown): unknown {
  const isMetrics = JSON.stringify(body).startsWith('{"resourceMetrics"');
  const skipped = new Set([
    ...OFFICIAL_ALONE,
    ...OF_ITS_OWN.map((name) => name.replace(/ of metrics$/, isMetrics ? '' : ' (kept)')),
  ]);
  const ids = new Map<string, string>();
  return walk(body);

  function numbered(id: string): string {
    const known = ids.get(id) ?? `id ${ids.size}`;
    ids.set(id, known);
    return known;
  }

  function walk(value: unknown, key = ''): unknown {
    if (Array.isArray(value)) return value.map((one) => walk(one));
    if (typeof value === 'object' && value !== null) {
      const entries = Object.entries(value).filter(
        ([name, held]) => !skipped.has(name) || (Array.isArray(held) && held.length > 0),
      );
      const kept = entries.map(([name, held]) => [name, walk(held, name)] as const);
      // A status that is not set and a body that is empty are the same as none.
      return Object.fromEntries(
        kept.filter(([name, held]) => !(MAY_BE_EMPTY.has(name) && ['{}', '{"code":"0"}'].includes(JSON.stringify(held)))),
      );
    }
    if (/(?:span|trace)id$/i.test(key)) return numbered(String(value));
    // The mapping of 64-bit integers to JSON is a text; receivers take a number too, which the official SDK sends.
    return ['intValue', 'count', 'bucketCounts', 'asDouble'].includes(key) || typeof value === 'number' ? String(value) : value;
  }
}
