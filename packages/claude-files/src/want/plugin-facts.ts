import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { serverRule } from '@loadout/config';
import {
  child,
  documentGate,
  dotted,
  type ForeignPlugin,
  flatten,
  isMap,
  isText,
  type MapNode,
  portable,
  sha256,
} from '@loadout/config/documents';
import { tokensOfChars } from '@loadout/core/model';
import { pluginFiles } from '../store/plugin-files.js';

/** Facts about a plugin that nobody has to trust yet. */
export interface PluginFacts {
  readonly name: string;
  readonly version: string;
  readonly agents: readonly string[];
  /** Skills and commands. */
  readonly skills: readonly string[];
  /** A line for each part that acts once it is trusted. */
  readonly acts: readonly string[];
  /** Programs that are fetched anew at each start, so that no lock holds them. */
  readonly unpinned: readonly string[];
  /** The options without a value. */
  readonly unset: readonly string[];
  /** The estimated tokens of what each request has in addition: names and descriptions. */
  readonly tokens: number;
  /** SHA-256 of each file, by its path in the plugin. */
  readonly files: Readonly<Record<string, string>>;
}

export function pluginFacts({ name, version, folder, layers, places, unset }: ForeignPlugin): PluginFacts {
  const of = (section: string) => layers.flatMap((layer) => entriesOf(layer, section));
  const listed = [...of('skills'), ...of('agents')].map(([key, { description }]) => `${key}: ${String(description ?? '')}`);
  return {
    ...{ name, version, unset },
    agents: of('agents').map(([key]) => key),
    skills: of('skills').map(([key]) => key),
    acts: layers.flatMap((layer) => [...actsOf(layer, places), ...toldBy(layer)]),
    unpinned: of('mcpServers').flatMap(([key, server]) => unpinned(key, server)),
    tokens: Math.ceil(tokensOfChars([...listed, ...layers.flatMap(instructionsOf)].join('\n').length)),
    files: Object.fromEntries(pluginFiles(folder).map((file) => [relative(folder, file), sha256(readFileSync(file))])),
  };
}

type Values = Readonly<Record<string, unknown>>;

function entriesOf(layer: MapNode, section: string): readonly (readonly [string, Values])[] {
  const map = child(layer, section);
  return isMap(map) ? [...map.entries].map(([key, { value }]) => [key, valuesOf(flatten(value).data)] as const) : [];
}

const valuesOf = (data: unknown): Values => (typeof data === 'object' && data !== null ? { ...data } : {});

function actsOf(layer: MapNode, places: ForeignPlugin['places']): readonly string[] {
  return documentGate({ isOwn: () => false })(layer, []).parts.flatMap(({ path, node }) => {
    const value = portable(flatten(node).data, places);
    const [section, name] = path.map(String);
    if (path.includes('hooks')) return hookLine(path, { value: valuesOf(value), layer });
    if (section === 'mcpServers') return `server ${name}: ${startOf(valuesOf(value))}  (rule ${serverRule(name ?? '')})`;
    if (section === 'skills' && path[2] === 'allowedTools' && Array.isArray(value))
      return `skill ${name} may use unasked: ${value.join(', ')}`;
    const languages = valuesOf(valuesOf(valuesOf(value).options).servers);
    if (section === 'plugins' && Object.keys(languages).length > 0)
      return Object.entries(languages).map(([key, server]) => `language server ${key}: ${startOf(valuesOf(server))}`);
    return `${dotted(path)}: ${JSON.stringify(value)}`;
  });
}

/** The texts that a plugin tells every agent: its output styles. */
function instructionsOf(layer: MapNode): readonly string[] {
  const texts = child(child(layer, 'defaults'), 'instructions');
  return texts?.kind === 'list' ? texts.items.filter(isText).map(({ value }) => value) : [];
}

const toldBy = (layer: MapNode): readonly string[] =>
  instructionsOf(layer).map((text) => `instructions of every agent, ${text.length} characters: ${text.trim().split('\n', 1)[0]}`);

/** The event, the matcher, the condition, and what runs. */
function hookLine(path: readonly (string | number)[], { value, layer }: { value: Values; layer: MapNode }): string {
  const at = path.indexOf('hooks');
  const group = path.slice(0, at + 3).reduce<ReturnType<typeof child>>((node, key) => child(node, key), layer);
  const matcher = child(group, 'matcher');
  const on = matcher?.kind === 'scalar' && matcher.value !== '' ? `(${String(matcher.value)})` : '';
  const owner = at === 0 ? '' : ` of ${dotted(path.slice(0, at))}`;
  const when = typeof value.if === 'string' ? ` if ${value.if}` : '';
  return `hook ${String(path[at + 1])}${on}${when}${owner}: ${startOf(value)}`;
}

function startOf({ command, args, url, type, prompt, server, tool }: Values): string {
  if (typeof command === 'string') return [command, ...(Array.isArray(args) ? args.map(String) : [])].join(' ');
  if (typeof url === 'string') return url;
  if (typeof server === 'string') return `${server} ${String(tool)}`;
  return `${String(type)} ${typeof prompt === 'string' ? JSON.stringify(prompt) : ''}`.trim();
}

const RUNNERS: Readonly<Record<string, RegExp>> = {
  npx: /^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/,
  bunx: /^(?:@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+$/,
  uvx: /(?:==|@)\d+(?:\.\d+)+$/,
};

/** A server whose program comes from a registry without an exact version. */
function unpinned(key: string, { command, args }: Values): readonly string[] {
  const exact = typeof command === 'string' ? RUNNERS[command] : undefined;
  const words = Array.isArray(args) ? args.filter((word) => typeof word === 'string' && !word.startsWith('-')) : [];
  const [what] = words;
  if (exact === undefined || typeof what !== 'string' || exact.test(what)) return [];
  return [`${key}: ${String(command)} ${what}`];
}
