import { join } from 'node:path';
import { at, child, type Entry, isMap, isText, type MapNode, mapOf, type Node, type Place } from '@loadout/config/documents';
import { keysOf } from '../foreign/compat-context.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose } from '../foreign/tell-foreign.js';
import { namedParts } from './part-paths.js';
import type { PluginContext } from './plugin-context.js';
import type { Manifest } from './read-manifest.js';
import { withValues } from './with-values.js';

const LSP = '@loadout/tool-lsp';

/** The mount of the tool that language servers serve. */
export function lspMount(known: readonly MapNode[]): string | undefined {
  const isLsp = (document: MapNode, name: string) => {
    const mount = at(document, ['plugins', name]);
    const use = isMap(mount) ? child(mount, 'use') : mount;
    return isText(use) && (use.value === LSP || use.value.startsWith(`${LSP}@`));
  };
  return known.flatMap((one) => keysOf(one, 'plugins').filter((name) => isLsp(one, name))).at(-1);
}

/** The language servers of `.lsp.json` and of the manifest, as options of the mounted tool. Without one, they are named. */
export async function readLanguageServers(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const file = await readForeign(join(context.folder, '.lsp.json'), { ...context, verbatim: false });
  const documents = file === undefined ? [] : [file];
  for (const part of namedParts('lspServers', manifest, context) ?? []) {
    const document = 'node' in part ? part.node : await readForeign(part.path, { ...context, verbatim: false });
    if (isMap(document)) documents.push(document);
  }
  const servers = documents.flatMap((one) => [...one.entries].flatMap(([name, entry]) => byLanguage(name, entry, context)));
  const [first] = documents;
  if (first === undefined || servers.length === 0) return undefined;
  if (context.lsp === undefined) {
    const problem = `no ${LSP} is mounted that would use these language servers`;
    return lose({ path: ['lspServers'], place: first.place, problem, fix: `Add to plugins: lsp: "${LSP}"` }, context);
  }
  const options = mapOf(first.place, { servers: { kind: 'map', place: first.place, entries: new Map(servers) } });
  const mount = mapOf(first.place, { options });
  return mapOf(first.place, { plugins: mapOf(first.place, { [context.lsp]: mount }) });
}

/** A server for each language that it serves, since the tool knows one language for each. */
function byLanguage(name: string, { key, value }: Entry, context: PluginContext): readonly (readonly [string, Entry])[] {
  const languages = child(value, 'extensionToLanguage');
  if (!isMap(languages) || !isText(child(value, 'command'))) {
    lose({ path: ['lspServers', name], key: name, place: key, problem: 'it has no command, or no extensionToLanguage' }, context);
    return [];
  }
  const extensions = new Map<string, Node[]>();
  for (const [extension, { key: place, value: language }] of languages.entries)
    if (isText(language)) extensions.set(language.value, [...(extensions.get(language.value) ?? []), text(extension, place)]);
  const only = extensions.size === 1;
  return [...extensions].map(([language, items]) => [
    `${context.namespace}-${name}${only ? '' : `-${language}`}`,
    { key, value: withValues(serverOf(value, { language, items, place: key }), context.values) },
  ]);
}

function serverOf(server: Node, { language, items, place }: { language: string; items: readonly Node[]; place: Place }): MapNode {
  const of = (name: string) => child(server, name);
  return mapOf(place, {
    ...{ command: of('command'), args: of('args') },
    ...{ extensions: { kind: 'list', place, items }, languageId: text(language, place) },
    ...{ initializationOptions: of('initializationOptions'), settings: of('settings') },
  });
}

const text = (value: string, place: Place): Node => ({ kind: 'scalar', place, value, verbatim: true });
