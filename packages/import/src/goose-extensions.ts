import { isForbiddenKey, type Node, type Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ServerTexts } from './import-server.js';
import { whyUnusable } from './reachable.js';
import { entriesOf, numberOf, readFields, textOf, textsOf } from './read-fields.js';

/** Built-in extensions of goose that have a counterpart. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  developer: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'],
};
const REMOTE: Readonly<Record<string, string>> = { sse: 'sse', streamable_http: 'http' };
/** Matches `${NAME}` and `$NAME`. */
const VARIABLE = /\$\{?([A-Za-z_]\w*)\}?/g;

/** Reads one extension and returns the tools that it provides. */
export function readExtension(
  node: Node,
  path: Path,
  { draft, into }: { readonly draft: Draft; readonly into: string },
): readonly string[] {
  const type = textOf(entriesOf(node).get('type')?.value) ?? '';
  const name = textOf(entriesOf(node).get('name')?.value) ?? '';
  const own = (type === 'builtin' || type === 'platform') && Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (own !== undefined) draft.gain(path, node.place, `${into}.tools`);
  if (own !== undefined) return draft.mount(own);
  if (type === 'stdio' || Object.hasOwn(REMOTE, type)) return readServer(node, path, { draft, type, name });
  draft.lose(path, node.place, `the extension ${name} of type ${type} has no counterpart`);
  return [];
}

function readServer(node: Node, path: Path, { draft, type, name }: { draft: Draft; type: string; name: string }) {
  const texts = new ServerTexts(draft, { variable: VARIABLE, path });
  const server: Record<string, unknown> = type === 'stdio' ? {} : { type: REMOTE[type] };
  let env: Readonly<Record<string, string>> = {};
  let tools: readonly string[] | undefined;
  const set = (key: string, read: (value: Node, at: Path) => unknown) => (value: Node, at: Path) => {
    server[key] = read(value, at);
  };
  readFields(
    node,
    {
      type: null,
      name: null,
      description: null,
      display_name: null,
      bundled: null,
      cmd: set('command', (value) => texts.text(value)),
      args: set('args', (value) => texts.list(value)),
      uri: set('url', (value) => texts.address(value)),
      headers: set('headers', (value, at) => texts.map(value, at)),
      timeout: set('timeout', (value) => milliseconds(value)),
      envs: (value, at) => {
        env = { ...env, ...texts.map(value, at) };
      },
      env_keys: (value) => {
        env = {
          ...env,
          ...Object.fromEntries(
            textsOf(value)
              .filter((key) => !isForbiddenKey(key))
              .map((key) => [key, draft.secret(key)]),
          ),
        };
      },
      available_tools: (value) => {
        const named = textsOf(value);
        tools = named.length === 0 ? undefined : named;
      },
    },
    { draft, path },
  );
  const filled = texts.finished(Object.keys(env).length === 0 || type !== 'stdio' ? server : { ...server, env });
  const why = whyUnusable(filled);
  if (why !== undefined) return draft.lose(path, node.place, why) ?? [];
  return draft.serve(name, { server: filled, tools, at: { path, place: node.place } }).tools;
}

/** Converts goose's seconds to milliseconds. */
const milliseconds = (node: Node): number | undefined => {
  const seconds = numberOf(node);
  return seconds === undefined || seconds <= 0 ? undefined : Math.round(seconds * 1000);
};
