import {
  child,
  documentGate,
  dotted,
  type ForeignPlugin,
  flatten,
  isMap,
  type MapNode,
  portable,
} from '@loadout/config/documents';

/** What a plugin brings, before anybody trusts it. */
export interface PluginFacts {
  readonly name: string;
  readonly version: string;
  readonly agents: readonly string[];
  /** Skills and commands. */
  readonly skills: readonly string[];
  /** What acts once it is trusted, by place in the configuration that it amounts to. */
  readonly acts: Readonly<Record<string, unknown>>;
  /** Programs that are fetched anew at each start, so that no lock holds them. */
  readonly unpinned: readonly string[];
  /** The estimated tokens of what each request has in addition: names and descriptions. */
  readonly tokens: number;
}

export function pluginFacts({ name, version, layers, places }: ForeignPlugin): PluginFacts {
  const parts = layers.flatMap((layer) => documentGate({ isOwn: () => false })(layer, []).parts);
  const acts = parts.map(({ path, node }) => [dotted(path), portable(flatten(node).data, places)] as const);
  const of = (section: string) => layers.flatMap((layer) => entriesOf(layer, section));
  const listed = [...of('skills'), ...of('agents')].map(([key, { description }]) => `${key}: ${String(description ?? '')}`);
  return {
    ...{ name, version },
    agents: of('agents').map(([key]) => key),
    skills: of('skills').map(([key]) => key),
    acts: Object.fromEntries(acts),
    unpinned: of('mcpServers').flatMap(([key, server]) => unpinned(key, server)),
    tokens: Math.ceil(listed.join('\n').length / 4),
  };
}

type Values = Readonly<Record<string, unknown>>;

function entriesOf(layer: MapNode, section: string): readonly (readonly [string, Values])[] {
  const map = child(layer, section);
  return isMap(map) ? [...map.entries].map(([key, { value }]) => [key, flatten(value).data as unknown as Values] as const) : [];
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
