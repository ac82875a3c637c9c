import { child, isForbiddenKey, type Node, type Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ImportedServer } from './import-server.js';
import { entriesOf, itemsOf, numberOf, readFields, sets, textOf, textsOf } from './read-fields.js';

/** Its texts have no variables: other keys name them. */
const NONE = /(?!)/g;

/** Reads the servers and returns the patterns of their tools. */
export function readCodexServers(node: Node | undefined, draft: Draft): readonly string[] {
  return [...entriesOf(node)].flatMap(([name, { key, value }]) => {
    const path: Path = ['mcp_servers', name];
    if (textOf(child(value, 'enabled')) === 'false') return draft.lose(path, key, 'it is switched off') ?? [];
    return readServer(value, path, draft).serve(name, key)?.tools ?? [];
  });
}

function readServer(node: Node, path: Path, draft: Draft): ImportedServer {
  const server = new ImportedServer(draft, { variable: NONE, path }, entriesOf(node).has('url') ? { type: 'http' } : {});
  const [env, headers]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const seconds = (value: Node) => (numberOf(value) ?? 0) * 1000 || undefined;
  readFields(
    node,
    {
      ...{ enabled: null, supports_parallel_tool_calls: null, environment_id: null },
      ...server.same('command', 'args', 'cwd', 'url'),
      env: (value, at) => Object.assign(env, server.map(value, at)),
      env_vars: (value, at) => {
        for (const { node: item } of itemsOf(value, at)) {
          const name = textOf(item) ?? textOf(child(item, 'name'));
          if (name !== undefined && !isForbiddenKey(name)) env[name] = draft.secret(name);
        }
      },
      http_headers: (value, at) => Object.assign(headers, server.map(value, at)),
      env_http_headers: (value) => {
        for (const [header, { value: name }] of entriesOf(value))
          if (!isForbiddenKey(header)) headers[header] = draft.secret(textOf(name) ?? header);
      },
      bearer_token_env_var: (value) => {
        headers.Authorization = `Bearer ${draft.secret(textOf(value) ?? '')}`;
      },
      bearer_token: 'a key in a file is not taken over; it is read from a variable',
      startup_timeout_sec: server.set('startTimeout', seconds),
      startup_timeout_ms: server.set('startTimeout', numberOf),
      tool_timeout_sec: server.set('timeout', seconds),
      required: server.set('start', (value) => (textOf(value) === 'true' ? 'required' : undefined)),
      enabled_tools: sets(server, 'tools', textsOf),
      disabled_tools: server.set('tools', (value) => ({ deny: textsOf(value) })),
      ...{ oauth: LOGIN, scopes: LOGIN, oauth_resource: LOGIN },
    },
    { draft, path },
  );
  if (Object.keys(env).length > 0) server.fields.env = env;
  if (Object.keys(headers).length > 0) server.fields.headers = headers;
  return server;
}

const LOGIN = 'loadout mcp login logs in to a server that asks for it';
