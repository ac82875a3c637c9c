import type { Node, Path } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ServerTexts } from './import-server.js';
import { whyUnusable } from './reachable.js';
import { entriesOf, numberOf, readFields, textOf, textsOf } from './read-fields.js';

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
    const { server, tools, isTrusted } = readServer(value, path, draft);
    const why = whyUnusable(server);
    if (why !== undefined) return draft.lose(path, key, why) ?? [];
    const served = draft.serve(name, { server, tools, at: { path, place: key } });
    draft.gain(path, key, `mcpServers.${served.key}`);
    if (isTrusted) draft.rule('allow', served.tools);
    return served.tools;
  });
}

function readServer(node: Node, path: Path, draft: Draft) {
  const texts = new ServerTexts(draft, { variable: VARIABLE, path });
  const has = (key: string) => entriesOf(node).has(key);
  const server: Record<string, unknown> = has('httpUrl') ? { type: 'http' } : has('url') && !has('type') ? { type: 'sse' } : {};
  let tools: readonly string[] | undefined;
  let isTrusted = false;
  const set = (key: string, read: (value: Node, at: Path) => unknown) => (value: Node, at: Path) => {
    server[key] = read(value, at);
  };
  const login = 'loadout mcp login logs in to a server that asks for it';
  readFields(
    node,
    {
      ...{ description: null, extensionName: null, extension: null },
      type: set('type', textOf),
      command: set('command', (value) => texts.text(value)),
      args: set('args', (value) => texts.list(value)),
      cwd: set('cwd', (value) => texts.text(value)),
      url: set('url', (value) => texts.address(value)),
      httpUrl: set('url', (value) => texts.address(value)),
      env: set('env', (value, at) => texts.map(value, at)),
      headers: set('headers', (value, at) => texts.map(value, at)),
      timeout: set('timeout', numberOf),
      trust: (value, at, place) => {
        isTrusted = textOf(value) === 'true';
        if (isTrusted) draft.gain(at, place, 'permissions.allow');
      },
      includeTools: (value) => {
        tools = textsOf(value);
      },
      excludeTools: set('tools', (value) => ({ deny: textsOf(value) })),
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
  return { server: texts.finished(server), tools, isTrusted };
}
