import { child, isMap, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { plainText } from './convert-text.js';
import { readScripts } from './docker-scripts.js';
import type { Draft } from './draft.js';
import { ImportedServer } from './import-server.js';
import { readFields, sets, textOf, textsOf } from './read-fields.js';

/** Loadout's tools for the built-in toolsets of docker-agent. */
export const DOCKER_TOOLS: Readonly<Record<string, string>> = {
  read_file: 'Read',
  read_multiple_files: 'Read',
  write_file: 'Write',
  edit_file: 'Edit',
  list_directory: 'Glob',
  directory_tree: 'Glob',
  search_files: 'Glob',
  search_files_content: 'Grep',
  shell: 'Bash',
  fetch: 'WebFetch',
};

const TOOLSETS: Readonly<Record<string, readonly string[]>> = {
  filesystem: ['Read', 'Write', 'Edit', 'Glob', 'Grep'],
  shell: ['Bash'],
  fetch: ['WebFetch'],
  todo: ['TodoWrite'],
  user_prompt: ['AskUserQuestion'],
};

export interface Toolset {
  readonly tools: readonly string[];
  /** Keys of the MCP servers that the agent needs. */
  readonly keys: readonly string[];
  /** Sentences to the model about the tools. */
  readonly instructions: readonly string[];
}

interface Context {
  readonly draft: Draft;
  readonly servers: ReadonlyMap<string, MapNode>;
}

const NONE: Toolset = { tools: [], keys: [], instructions: [] };

export function readToolset(node: Node, path: Path, context: Context): Toolset {
  const { draft } = context;
  const type = textOf(child(node, 'type')) ?? '';
  if (type === 'mcp') return readServer(node, path, context);
  if (type === 'script') return { ...NONE, tools: readScripts(node, path, draft) };
  const all = Object.hasOwn(TOOLSETS, type) ? TOOLSETS[type] : undefined;
  if (all === undefined) {
    draft.lose(path, node.place, `the toolset ${JSON.stringify(type)} has no counterpart`);
    return NONE;
  }
  const instructions: string[] = [];
  let tools = all;
  readFields(
    node,
    {
      type: null,
      tools: (value, at, place) => {
        const known = textsOf(value).flatMap(
          (name) => DOCKER_TOOLS[name] ?? draft.lose(at, place, `there is no tool ${name}`) ?? [],
        );
        tools = all.filter((tool) => known.includes(tool));
      },
      instruction: (value) => instructions.push(plainText(textOf(value) ?? '')),
    },
    { draft, path },
  );
  return { tools: draft.mount(tools), keys: [], instructions };
}

/** Matches `${env.NAME}` and `${NAME}`. */
const VARIABLE = /\$\{(?:env\.)?([A-Za-z_]\w*)\}/g;

/** Facts about a server that its own fields do not contain. */
interface Found {
  name?: string | undefined;
  readonly instructions: string[];
}

interface Filled extends Pick<Context, 'draft'> {
  readonly server: ImportedServer;
  readonly found: Found;
}

function serverFields({ server, found, draft }: Filled) {
  return {
    type: null,
    ref: null,
    name: sets(found, 'name', textOf),
    ...server.same('command', 'args', 'env'),
    working_dir: server.field('cwd'),
    remote: (value: Node, at: Path) =>
      readFields(
        value,
        {
          ...server.same('url', 'headers'),
          transport_type: server.set('type', (one) => (textOf(one) === 'sse' ? 'sse' : 'http')),
        },
        { draft, path: at },
      ),
    tools: sets(server, 'tools', textsOf),
    instruction: (value: Node) => found.instructions.push(plainText(textOf(value) ?? '')),
    defer: null,
    version: 'programs are not installed; install the command yourself',
  };
}

/** A server of Docker's catalogue, which its gateway runs. */
const gatewayOf = (name: string) => ({ command: 'docker', args: ['mcp', 'gateway', 'run', '--servers', name] });

/** The host of an address, which may be a reference. */
const hostOf = (url: unknown): string => (URL.canParse(String(url)) ? new URL(String(url)).hostname : 'server');

function readServer(node: Node, path: Path, { draft, servers }: Context): Toolset {
  const ref = textOf(child(node, 'ref'));
  const shared = ref === undefined ? undefined : servers.get(ref);
  const [, listed] = /^docker:(.+)$/.exec(textOf(child(shared, 'ref')) ?? ref ?? '') ?? [];
  if (ref !== undefined && shared === undefined && listed === undefined) {
    draft.lose(path, node.place, `there is no server ${JSON.stringify(ref)} under mcps`);
    return NONE;
  }
  const found: Found = { name: ref?.replace(/^docker:/, ''), instructions: [] };
  const server = new ImportedServer(draft, { variable: VARIABLE, path }, listed === undefined ? {} : gatewayOf(listed));
  const fields = serverFields({ server, found, draft });
  for (const one of [shared, node])
    if (isMap(one)) readFields(one, fields, { draft, path: one === shared ? ['mcps', ref ?? ''] : path });
  const name = found.name ?? String(server.fields.command ?? hostOf(server.fields.url));
  const served = server.serve(name.split('/').at(-1) ?? name, node.place);
  if (served === undefined) return NONE;
  const { key, tools } = served;
  if (shared !== undefined && ref !== undefined) draft.gain(['mcps', ref], shared.place, `mcpServers.${key}`);
  return { tools, keys: [key], instructions: found.instructions };
}
