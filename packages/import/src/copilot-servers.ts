import type { MapNode, Node, Path, Place } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ServerTexts } from './import-server.js';
import { whyUnusable } from './reachable.js';
import { entriesOf, readFields, textOf, textsOf } from './read-fields.js';

/** Matches `${input:id}`, `${env:NAME}`, `${{ secrets.NAME }}`, `${NAME}` and `$NAME`. */
const VARIABLE = /\$\{\{\s*(?:secrets|vars)\.([\w-]+)\s*\}\}|\$\{(?:input:|env:)?([\w-]+)\}|\$([A-Za-z_]\w*)/g;

/** Reads the servers of `.vscode/mcp.json` and returns the patterns of their tools. */
export function copilotServers(document: MapNode, draft: Draft): ReadonlyMap<string, readonly string[]> {
  const servers = new Map<string, readonly string[]>();
  for (const [name, { key, value }] of entriesOf(document.entries.get('servers')?.value)) {
    const tools = readCopilotServer(name, { value, path: ['servers', name], key }, draft);
    if (tools !== undefined) servers.set(name, tools);
  }
  readFields(document, { servers: () => {}, inputs: () => {}, $schema: null }, { draft, path: [] });
  return servers;
}

interface Written {
  readonly value: Node;
  readonly path: Path;
  readonly key: Place;
}

export function readCopilotServer(name: string, { value, path, key }: Written, draft: Draft): readonly string[] | undefined {
  const known = (word: string) => {
    if (word === 'workspaceFolder') return '${workspace}';
    return draft.secret(word.replace(/\W+/g, '_').toUpperCase());
  };
  const texts = new ServerTexts(draft, { variable: VARIABLE, path, known });
  const server: Record<string, unknown> = {};
  let tools: readonly string[] | undefined;
  const set = (field: string, read: (one: Node, at: Path) => unknown) => (one: Node, at: Path) => {
    server[field] = read(one, at);
  };
  readFields(
    value,
    {
      ...{ dev: null, gallery: null, version: null },
      type: set('type', (one) => (['local', 'stdio'].includes(textOf(one) ?? '') ? undefined : textOf(one))),
      command: set('command', (one) => texts.text(one)),
      args: set('args', (one) => texts.list(one)),
      cwd: set('cwd', (one) => texts.text(one)),
      env: set('env', (one, at) => texts.map(one, at)),
      url: set('url', (one) => texts.address(one)),
      headers: set('headers', (one, at) => texts.map(one, at)),
      tools: (one) => {
        const names = textsOf(one);
        tools = names.includes('*') ? undefined : names;
      },
      envFile: 'the file is not read; set the variables',
      sandboxEnabled: 'write sandbox in agent.config.yaml',
      sandbox: 'write sandbox in agent.config.yaml',
    },
    { draft, path },
  );
  if (server.url !== undefined && server.type === undefined) server.type = 'http';
  const finished = texts.finished(server);
  const why = whyUnusable(finished);
  if (why !== undefined) return draft.lose(path, key, why);
  const served = draft.serve(name, { server: finished, tools, at: { path, place: key } });
  draft.gain(path, key, `mcpServers.${served.key}`);
  return served.tools;
}
