import { child, isForbiddenKey, type Node, type Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ImportedServer } from './import-server.js';
import { numberOf, readFields, sets, textOf, textsOf } from './read-fields.js';

/** Built-in extensions of goose that have a counterpart. */
const BUILT_IN: Readonly<Record<string, readonly string[]>> = {
  developer: ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash'],
  todo: ['TodoWrite'],
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
  const type = textOf(child(node, 'type')) ?? '';
  const name = textOf(child(node, 'name')) ?? '';
  const own = (type === 'builtin' || type === 'platform') && Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  if (own !== undefined) draft.gain(path, node.place, `${into}.tools`);
  if (own !== undefined) return draft.mount(own);
  if (type === 'stdio' || Object.hasOwn(REMOTE, type)) return readServer(node, path, { draft, type, name });
  draft.lose(path, node.place, `the extension ${name} of type ${type} has no counterpart`);
  return [];
}

function readServer(node: Node, path: Path, { draft, type, name }: { draft: Draft; type: string; name: string }) {
  const server = new ImportedServer(draft, { variable: VARIABLE, path }, type === 'stdio' ? {} : { type: REMOTE[type] });
  const env: Record<string, string> = {};
  readFields(
    node,
    {
      type: null,
      name: null,
      description: null,
      display_name: null,
      bundled: null,
      ...server.same('args', 'headers'),
      cmd: server.field('command'),
      uri: server.field('url'),
      timeout: server.set('timeout', milliseconds),
      envs: (value, at) => Object.assign(env, server.map(value, at)),
      env_keys: (value) => {
        for (const key of textsOf(value)) if (!isForbiddenKey(key)) env[key] = draft.secret(key);
      },
      available_tools: sets(server, 'tools', (value) => {
        const named = textsOf(value);
        return named.length === 0 ? undefined : named;
      }),
    },
    { draft, path },
  );
  if (Object.keys(env).length > 0 && type === 'stdio') server.fields.env = env;
  return server.serve(name, node.place)?.tools ?? [];
}

/** Converts goose's seconds to milliseconds. */
const milliseconds = (node: Node): number | undefined => {
  const seconds = numberOf(node);
  return seconds === undefined || seconds <= 0 ? undefined : Math.round(seconds * 1000);
};
