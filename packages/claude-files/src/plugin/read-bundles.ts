import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { child, fromValue, isList, isMap, isText, type MapNode, mapOf, type Node, type Place } from '@loadout/config/documents';
import { isObject, messageOf } from '@loadout/core';
import { fileInZip } from '@loadout/node/archive';
import { thisSystem } from '@loadout/node/platform';
import type { CompatContext } from '../foreign/compat-context.js';
import { lose } from '../foreign/tell-foreign.js';
import { namedParts, type Part } from './part-paths.js';
import type { Manifest } from './read-manifest.js';
import type { Values } from './with-values.js';

/** A bundle of an MCP server in a plugin: a zip file whose manifest says how the server starts. */
export interface Bundle {
  readonly name: string;
  /** The server, with `{__dirname}` for the folder of the bundle's files, and the placeholders of the plugin's options. */
  readonly server: MapNode;
  /** Its options, which are those of the plugin too. */
  readonly options: MapNode | undefined;
}

const isBundle = (part: Part): part is { readonly path: string } => 'path' in part && /\.(?:mcpb|dxt)$/.test(part.path);

/** The addresses of bundles, which are not fetched. */
export function bundleAddresses({ document }: Manifest): readonly Node[] {
  return itemsOf(child(document, 'mcpServers')).filter((one) => isText(one) && /^https?:/.test(one.value));
}

const itemsOf = (node: Node | undefined): readonly Node[] => (node === undefined ? [] : isList(node) ? node.items : [node]);

/** The parts that a manifest names under `mcpServers`, apart from bundles. */
export const serverParts = (manifest: Manifest, context: CompatContext): readonly Part[] =>
  allParts(manifest, context).filter((part) => !isBundle(part));

function allParts(manifest: Manifest, context: CompatContext): readonly Part[] {
  const remote = bundleAddresses(manifest);
  const node = child(manifest.document, 'mcpServers');
  if (node === undefined) return [];
  const items: Node = { kind: 'list', place: node.place, items: itemsOf(node).filter((one) => !remote.includes(one)) };
  return namedParts('mcpServers', { ...manifest, document: mapOf(node.place, { mcpServers: items }) }, context) ?? [];
}

/** Reads the bundles that a manifest names. One that cannot be used is lost, with the reason. */
export async function readBundles(manifest: Manifest, context: CompatContext): Promise<readonly Bundle[]> {
  const { place } = child(manifest.document, 'mcpServers') ?? manifest;
  const found: Bundle[] = [];
  for (const { path } of allParts(manifest, context).filter(isBundle)) {
    try {
      found.push(await readBundle(path, { context, place }));
    } catch (error) {
      lose({ path: ['mcpServers'], key: relative(context.folder, path), place, problem: messageOf(error) }, context);
    }
  }
  return found;
}

/** A manifest with the options of its bundles, which a person gives as those of the plugin. */
export function withBundleOptions(manifest: Manifest, bundles: readonly Bundle[]): Manifest {
  const options = bundles.flatMap((one) => one.options ?? []);
  if (options.length === 0) return manifest;
  const own = child(manifest.document, 'userConfig');
  const all = [...options, ...(isMap(own) ? [own] : [])].flatMap(({ entries }) => [...entries]);
  const { place, entries } = manifest.document;
  const userConfig = { kind: 'map' as const, place, entries: new Map(all) };
  const document = { ...manifest.document, entries: new Map([...entries, ['userConfig', { key: place, value: userConfig }]]) };
  return { ...manifest, document };
}

const MOST_BYTES = 128 * 1024 * 1024;
const MOST_MANIFEST_BYTES = 1024 * 1024;

interface Reading {
  readonly context: CompatContext;
  readonly place: Place;
}

async function readBundle(path: string, { context, place }: Reading): Promise<Bundle> {
  if (statSync(path).size > MOST_BYTES) throw new Error(`it has more than ${MOST_BYTES} bytes`);
  const bytes = readFileSync(path);
  const text = await fileInZip(bytes, { name: 'manifest.json', most: MOST_MANIFEST_BYTES });
  if (text === undefined) throw new Error('it has no manifest.json');
  const manifest: unknown = JSON.parse(text.toString('utf8'));
  if (!isObject(manifest)) throw new Error('its manifest.json is not a JSON object');
  const { name, user_config: options } = manifest;
  const bundle = createHash('sha256').update(bytes).digest('hex');
  const bundleFile = `\${CLAUDE_PLUGIN_ROOT}/${relative(context.folder, path)}`;
  const node = (value: unknown) => fromValue(value, { place, report: context.report });
  const server = node({ bundle, bundleFile, ...startOf(manifest) });
  const declared = node(isObject(options) ? options : {});
  return {
    name: typeof name === 'string' && /^[\w.-]{1,64}$/.test(name) ? name : basename(path).replace(/\.\w+$/, ''),
    server: isMap(server) ? server : mapOf(place, {}),
    options: isMap(declared) && declared.entries.size > 0 ? declared : undefined,
  };
}

/** The command of a manifest. Throws with the reason why it cannot be started here. */
function startOf({ server, user_config: options, compatibility }: Readonly<Record<string, unknown>>) {
  const { mcp_config: start } = isObject(server) ? server : {};
  if (!isObject(start) || typeof start.command !== 'string' || start.command === '')
    throw new Error('its manifest names no command');
  const { platforms } = isObject(compatibility) ? compatibility : {};
  if (Array.isArray(platforms) && !platforms.includes(thisSystem))
    throw new Error(`it is for ${platforms.map(String).join(', ')}, and this is ${thisSystem}`);
  const known = new Set(Object.keys(isObject(options) ? options : {}));
  const env = Object.entries(isObject(start.env) ? start.env : {});
  const odd = env.find(([name]) => !/^(?!__proto__$)[A-Za-z_]\w*$/.test(name));
  if (odd !== undefined) throw new Error(`${JSON.stringify(odd[0])} is not the name of a variable`);
  return {
    command: filled(start.command, known),
    args: (Array.isArray(start.args) ? start.args : []).map((one) => filled(String(one), known)),
    env: Object.fromEntries(env.map(([name, value]) => [name, filled(String(value), known)])),
  };
}

/** A text with the places of this program. Throws for a variable that has no value here. */
const filled = (text: string, known: ReadonlySet<string>): string =>
  text.replace(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name === '__dirname') return '{__dirname}';
    if (name === 'pathSeparator' || name === '/') return '/';
    if (name.startsWith('user_config.') && known.has(name.slice('user_config.'.length))) return whole;
    throw new Error(`its manifest uses ${whole}, which is not known here`);
  });

const OPTION = /\$\{(user_config\.[^}]*)\}/g;

/** The server with a word for each value of a list, and without words and variables that name an option without a value. */
export function bundleServer({ server }: Bundle, values: Values): MapNode {
  const isSet = (node: Node) => !isText(node) || [...node.value.matchAll(OPTION)].every(([, name = '']) => values.has(name));
  const [args, env] = [child(server, 'args'), child(server, 'env')];
  const entries = new Map(server.entries);
  if (isList(args))
    entries.set('args', { key: args.place, value: { ...args, items: args.items.filter(isSet).flatMap(wordsOf) } });
  if (isMap(env)) {
    const kept = [...env.entries].filter(([, { value }]) => isSet(value));
    entries.set('env', { key: env.place, value: { ...env, entries: new Map(kept) } });
  }
  return { ...server, entries };

  function wordsOf(node: Node): readonly Node[] {
    const [whole, name = ''] = (isText(node) && OPTION_ALONE.exec(node.value)) || [];
    const items = whole === undefined ? undefined : values.get(name)?.items;
    return items === undefined
      ? [node]
      : items.map((text) => ({ kind: 'scalar', place: node.place, value: text.replaceAll('$', '$$$$') }) as const);
  }
}

const OPTION_ALONE = /^\$\{(user_config\.[^}]*)\}$/;
