import * as z from 'zod';
import { flatten } from '../document/flatten.js';
import { at, child, type Entry, emptyMap, isMap, type MapNode, mapOf, withEntry } from '../document/node.js';
import type { Report } from '../document/report.js';
import { foreignFiles } from '../foreign/foreign-files.js';
import { withMaps } from '../foreign/open-shells.js';
import { claudeEntry } from '../schema/config-schema.js';
import type { ForeignPlugin } from '../trust/foreign-plugin.js';
import { validate } from '../validate/validate.js';
import { merge } from './merge.js';

/** The mounts of plugins of Claude Code in a document, by name. */
export function claudeMounts(document: MapNode): ReadonlyMap<string, Entry> {
  const plugins = at(document, ['plugins']);
  const all = isMap(plugins) ? [...plugins.entries] : [];
  return new Map(all.filter(([, { value }]) => child(value, 'claude') !== undefined));
}

interface MountContext {
  readonly report: Report;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Reads the plugins of Claude Code that the layers mount. Of several mounts of one name, the one of the highest layer counts. */
export async function readMounts(
  layers: readonly MapNode[],
  { report, home, env }: MountContext,
): Promise<readonly ForeignPlugin[]> {
  const mounts = new Map(
    layers.flatMap((layer) => [...claudeMounts(layer)].map((one) => ({ one, layer }))).map((it) => [it.one[0], it]),
  );
  const found: ForeignPlugin[] = [];
  for (const {
    one: [mount, { key, value }],
    layer,
  } of mounts.values()) {
    report.addMore();
    if (!isMap(value) || !isValid(mount, value, report)) continue;
    const files = await foreignFiles({ what: `plugins.${mount}`, path: ['plugins', mount], place: key, report });
    const marketplaces = layers.map((below) => at(below, ['marketplaces'])).filter(isMap);
    const all = marketplaces.reduce((below, above) => merge(below, above, { report }), emptyMap(layer.place));
    const read = await files?.readMount(value, { mount, place: key, report, marketplaces: all, known: layers, home, env });
    if (read !== undefined) found.push(read);
  }
  return found;
}

function isValid(mount: string, value: MapNode, report: Report): boolean {
  const flat = flatten(mapOf(value.place, { plugins: mapOf(value.place, { [mount]: value }) }));
  const schema = z.record(z.string(), claudeEntry);
  return validate(flat, { schema, base: ['plugins'], report, failed: new Set() }) === undefined;
}

/**
 * Puts the parts of plugins below the document. Their hooks are added to those of the document. A plugin whose mount a higher layer
 * removed brings nothing.
 */
export function withPlugins(document: MapNode, plugins: readonly ForeignPlugin[], report: Report): MapNode {
  const mounts = claudeMounts(document);
  const own = at(document, ['plugins']);
  if (mounts.size === 0 || !isMap(own)) return document;
  const packages = { ...own, entries: new Map([...own.entries].filter(([name]) => !mounts.has(name))) };
  const rest = withEntry(document, { key: 'plugins', value: packages });
  const layers = plugins.filter(({ mount }) => mounts.has(mount)).flatMap((one) => one.layers);
  const added = layers.reduce((below, above) => merge(below, above, { report, adds: true }), emptyMap(document.place));
  const options = at(added, ['plugins']);
  return merge(added, isMap(options) ? withMaps(rest, (mount) => options.entries.has(mount)) : rest, { report, adds: true });
}
