import type { Node, Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ImportedServer } from './import-server.js';
import { entriesOf, numberOf, readFields, sets, textOf, textsOf } from './read-fields.js';

/** Matches `$NAME` and `${NAME}`. */
const VARIABLE = /\$\{([A-Za-z_]\w*)\}|\$([A-Za-z_]\w*)/g;

interface Servers {
  /** The servers that other keys of the file switch on or off. */
  readonly found: { readonly allowed?: readonly string[] | undefined; readonly excluded: readonly string[] };
  readonly draft: Draft;
}

/** Reads the servers and returns the patterns of their tools. */
export function readGeminiServers(node: Node | undefined, { found, draft }: Servers): readonly string[] {
  return [...entriesOf(node)].flatMap(([name, { key, value }]) => {
    const path: Path = ['mcpServers', name];
    if (found.excluded.includes(name) || found.allowed?.includes(name) === false)
      return draft.lose(path, key, 'it is switched off') ?? [];
    const { server, isTrusted } = readServer(value, path, draft);
    const { tools } = server.serve(name, key) ?? { tools: [] };
    if (isTrusted) draft.rule('allow', tools);
    return tools;
  });
}

function readServer(node: Node, path: Path, draft: Draft) {
  const has = (key: string) => entriesOf(node).has(key);
  const start = has('httpUrl') ? { type: 'http' } : has('url') && !has('type') ? { type: 'sse' } : {};
  const server = new ImportedServer(draft, { variable: VARIABLE, path }, start);
  let isTrusted = false;
  const login = 'loadout mcp login logs in to a server that asks for it';
  readFields(
    node,
    {
      ...{ description: null, extensionName: null, extension: null },
      ...server.same('command', 'args', 'cwd', 'url', 'env', 'headers'),
      type: server.set('type', textOf),
      httpUrl: server.field('url'),
      timeout: server.set('timeout', numberOf),
      trust: (value, at, place) => {
        isTrusted = textOf(value) === 'true';
        if (isTrusted) draft.gain(at, place, 'permissions.allow');
      },
      includeTools: sets(server, 'tools', textsOf),
      excludeTools: server.set('tools', (value) => ({ deny: textsOf(value) })),
      ...{
        oauth: login,
        authProviderType: login,
        targetAudience: login,
        targetServiceAccount: login,
        tcp: 'this transport is not known',
      },
    },
    { draft, path },
  );
  return { server, isTrusted };
}
