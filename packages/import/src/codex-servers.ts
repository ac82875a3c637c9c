import { isForbiddenKey, type Node, type Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ServerTexts } from './import-server.js';
import { whyUnusable } from './reachable.js';
import { entriesOf, itemsOf, numberOf, readFields, textOf, textsOf } from './read-fields.js';

/** Its texts have no variables: other keys name them. */
const NONE = /(?!)/g;

/** Reads the servers and returns the patterns of their tools. */
export function readCodexServers(node: Node | undefined, draft: Draft): readonly string[] {
  return [...entriesOf(node)].flatMap(([name, { key, value }]) => {
    const path: Path = ['mcp_servers', name];
    if (textOf(entriesOf(value).get('enabled')?.value) === 'false') return draft.lose(path, key, 'it is switched off') ?? [];
    const { server, tools } = readServer(value, path, draft);
    const why = whyUnusable(server);
    if (why !== undefined) return draft.lose(path, key, why) ?? [];
    return draft.serve(name, { server, tools, at: { path, place: key } }).tools;
  });
}

interface Read {
  readonly server: Readonly<Record<string, unknown>>;
  readonly tools: readonly string[] | undefined;
}

function readServer(node: Node, path: Path, draft: Draft): Read {
  const texts = new ServerTexts(draft, { variable: NONE, path });
  const server: Record<string, unknown> = entriesOf(node).has('url') ? { type: 'http' } : {};
  const [env, headers]: [Record<string, string>, Record<string, string>] = [{}, {}];
  let tools: readonly string[] | undefined;
  const set = (key: string, read: (value: Node) => unknown) => (value: Node) => {
    server[key] = read(value);
  };
  const seconds = (value: Node) => (numberOf(value) ?? 0) * 1000 || undefined;
  readFields(
    node,
    {
      ...{ enabled: null, supports_parallel_tool_calls: null, environment_id: null },
      command: set('command', (value) => texts.text(value)),
      args: set('args', (value) => texts.list(value)),
      cwd: set('cwd', (value) => texts.text(value)),
      url: set('url', (value) => texts.address(value)),
      env: (value, at) => Object.assign(env, texts.map(value, at)),
      env_vars: (value, at) => {
        for (const { node: item } of itemsOf(value, at)) {
          const name = textOf(item) ?? textOf(entriesOf(item).get('name')?.value);
          if (name !== undefined && !isForbiddenKey(name)) env[name] = draft.secret(name);
        }
      },
      http_headers: (value, at) => Object.assign(headers, texts.map(value, at)),
      env_http_headers: (value) => {
        for (const [header, { value: name }] of entriesOf(value))
          if (!isForbiddenKey(header)) headers[header] = draft.secret(textOf(name) ?? header);
      },
      bearer_token_env_var: (value) => {
        headers.Authorization = `Bearer ${draft.secret(textOf(value) ?? '')}`;
      },
      bearer_token: 'a key in a file is not taken over; it is read from a variable',
      startup_timeout_sec: set('startTimeout', seconds),
      startup_timeout_ms: set('startTimeout', numberOf),
      tool_timeout_sec: set('timeout', seconds),
      required: set('start', (value) => (textOf(value) === 'true' ? 'required' : undefined)),
      enabled_tools: (value) => {
        tools = textsOf(value);
      },
      disabled_tools: set('tools', (value) => ({ deny: textsOf(value) })),
      ...{ oauth: LOGIN, scopes: LOGIN, oauth_resource: LOGIN },
    },
    { draft, path },
  );
  if (Object.keys(env).length > 0) server.env = env;
  if (Object.keys(headers).length > 0) server.headers = headers;
  return { server: texts.finished(server), tools };
}

const LOGIN = 'loadout mcp login logs in to a server that asks for it';
