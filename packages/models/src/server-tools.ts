import { isObject } from '@loadout/core';
import { toolMatcher, uncutName } from '@loadout/core/run';

type Fields = Readonly<Record<string, unknown>>;

/** A tool that the provider runs at its own side, by the name that rules use. No call of it passes through this program. */
export interface ServerTool {
  /** `WebSearch`, `WebFetch`, `mcp__<server>__*`, or the provider's own name. */
  readonly name: string;
  /** The entry of `extra.tools`, or the field of `extra`, that switches the tool on. */
  readonly at: { readonly entry: unknown } | { readonly field: string };
}

/** The names of rules for the tools of providers. */
const NAMES: Readonly<Record<string, string>> = {
  web_search: 'WebSearch',
  web_search_preview: 'WebSearch',
  google_search: 'WebSearch',
  googleSearch: 'WebSearch',
  google_search_retrieval: 'WebSearch',
  enterprise_web_search: 'WebSearch',
  x_search: 'WebSearch',
  web_fetch: 'WebFetch',
  url_context: 'WebFetch',
  urlContext: 'WebFetch',
  web_extractor: 'WebFetch',
};

/** Fields of requests that let a provider search, without an entry among the tools. */
const SEARCHES: ReadonlySet<string> = new Set([
  'web_search_options',
  'search_parameters',
  'searchParameters',
  'enable_search',
  'useSearchGrounding',
  'plugins',
]);

/** Returns the tools that `extra` asks the provider to run. */
export function serverToolsOf(extra: Fields | undefined): readonly ServerTool[] {
  const { tools, providerOptions = {}, ...fields } = { ...extra };
  const nested = isObject(providerOptions) ? Object.values(providerOptions).filter(isObject) : [];
  const searches = [fields, ...nested].flatMap((one) => Object.keys(one)).filter((field) => SEARCHES.has(field));
  return [
    ...(Array.isArray(tools) ? tools : []).filter(isServerTool).map((entry) => ({ name: nameOf(entry), at: { entry } })),
    ...[...new Set(searches)].map((field) => ({ name: 'WebSearch', at: { field } })),
  ];
}

/** Returns the entries that join the tools of a request. */
export const serverToolEntries = (extra: Fields | undefined): readonly unknown[] =>
  serverToolsOf(extra).flatMap(({ at }) => ('entry' in at ? [at.entry] : []));

/** A function is a tool of this side, and would stand in the place of the agent's own. */
function isServerTool(entry: unknown): entry is Fields {
  if (!isObject(entry)) return false;
  if (typeof entry.type === 'string') return entry.type !== 'function' && entry.type !== 'custom';
  return !['name', 'function', 'functionDeclarations', 'function_declarations'].some((key) => key in entry);
}

function nameOf(entry: Fields): string {
  const { type, id, server_label: label, mcp_server_name: server = label } = entry;
  const given = [type === 'provider' || type === 'provider-defined' ? id : type, Object.keys(entry)[0]];
  const whole = given.find((one) => typeof one === 'string') ?? 'unknown';
  const name = whole.replace(/^.*[.:$]/, '').replace(/_\d{8}$/, '');
  if (name === 'mcp' || name === 'mcp_toolset') return `${uncutName(typeof server === 'string' ? server : 'unknown', '')}*`;
  return (Object.hasOwn(NAMES, name) ? NAMES[name] : undefined) ?? name;
}

/**
 * Returns whether a rule or an entry of a list is about a server tool. Nobody sees its calls, so a rule about some of them, with a
 * specifier or with the name of one tool of a server, is about all.
 */
export function isAboutServerTool(declaration: string, { name }: ServerTool): boolean {
  const isNamed = toolMatcher(declaration);
  const server = name.endsWith('__*') ? name.slice(0, -1) : undefined;
  if (server === undefined) return isNamed({ name });
  return isNamed({ name: `${server}x`, origin: { server: server.slice('mcp__'.length, -2) } }) || declaration.startsWith(server);
}

/** Returns `extra` without these tools. */
export function withoutServerTools(extra: Fields, tools: readonly ServerTool[]): Fields {
  const entries = new Set(tools.flatMap(({ at }) => ('entry' in at ? [at.entry] : [])));
  const fields = new Set(tools.flatMap(({ at }) => ('field' in at ? [at.field] : [])));
  const kept = (one: Fields): Fields => Object.fromEntries(Object.entries(one).filter(([field]) => !fields.has(field)));
  const { tools: list, providerOptions: nested, ...rest } = extra;
  return {
    ...kept(rest),
    ...(Array.isArray(list) ? { tools: list.filter((entry) => !entries.has(entry)) } : {}),
    ...(isObject(nested)
      ? {
          providerOptions: Object.fromEntries(Object.entries(nested).map(([key, one]) => [key, isObject(one) ? kept(one) : one])),
        }
      : {}),
  };
}
