import { child, type MapNode, type Node, type Path, type Place } from '@loadout/config/documents';
import type { Draft } from './draft.js';
import { ImportedServer } from './import-server.js';
import { entriesOf, readFields, textOf, textsOf } from './read-fields.js';

/** Matches `${input:id}`, `${env:NAME}`, `${{ secrets.NAME }}`, `${NAME}` and `$NAME`. */
const VARIABLE = /\$\{\{\s*(?:secrets|vars)\.([\w-]+)\s*\}\}|\$\{(?:input:|env:)?([\w-]+)\}|\$([A-Za-z_]\w*)/g;

/** Reads the servers of `.vscode/mcp.json` and returns the patterns of their tools. */
export function copilotServers(document: MapNode, draft: Draft): ReadonlyMap<string, readonly string[]> {
  const servers = new Map<string, readonly string[]>();
  for (const [name, { key, value }] of entriesOf(child(document, 'servers'))) {
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
  const server = new ImportedServer(draft, { variable: VARIABLE, path, known });
  readFields(
    value,
    {
      ...{ dev: null, gallery: null, version: null },
      type: server.set('type', (one) => (['local', 'stdio'].includes(textOf(one) ?? '') ? undefined : textOf(one))),
      ...server.same('command', 'args', 'cwd', 'env', 'url', 'headers'),
      tools: (one) => {
        const names = textsOf(one);
        server.tools = names.includes('*') ? undefined : names;
      },
      envFile: 'the file is not read; set the variables',
      sandboxEnabled: 'write sandbox in agent.config.yaml',
      sandbox: 'write sandbox in agent.config.yaml',
    },
    { draft, path },
  );
  if (server.fields.url !== undefined) server.fields.type ??= 'http';
  return server.serve(name, key)?.tools;
}
