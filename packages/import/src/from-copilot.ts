import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { serverPrefix } from '@loadout/config';
import {
  child,
  folderFiles,
  isFile,
  isFolder,
  isList,
  isMap,
  type MapNode,
  type Node,
  type Path,
  type Report,
  readDocument,
  startOf,
} from '@loadout/config/documents';
import { plainText } from './convert-text.js';
import { isScopedInstructions, readScopedInstructions } from './copilot-instructions.js';
import { copilotServers, readCopilotServer } from './copilot-servers.js';
import { type Draft, freeName, slug } from './draft.js';
import { errors } from './errors.js';
import { becomes, entriesOf, type Field, given, instructionsOf, itemsOf, readFields, textOf, textsOf } from './read-fields.js';

const INSTRUCTIONS = 'copilot-instructions.md';

/** Its tools, by the names of VS Code and of the coding agent. An agent without a list has all of them. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  read: ['Read'],
  edit: ['Edit', 'Write'],
  search: ['Grep', 'Glob'],
  execute: ['Bash'],
  web: ['WebFetch', 'WebSearch'],
  todo: ['TodoWrite'],
  agent: ['Agent'],
};

/** Other names of these tools. A name such as `edit/editFiles` is a part of one. */
const NAMES: Readonly<Record<string, string>> = {
  readFile: 'read',
  NotebookRead: 'read',
  editFiles: 'edit',
  createFile: 'edit',
  MultiEdit: 'edit',
  codebase: 'search',
  usages: 'search',
  grep: 'search',
  glob: 'search',
  shell: 'execute',
  bash: 'execute',
  powershell: 'execute',
  runCommands: 'execute',
  runInTerminal: 'execute',
  runTasks: 'execute',
  terminal: 'execute',
  fetch: 'web',
  WebFetch: 'web',
  WebSearch: 'web',
  todos: 'todo',
  TodoWrite: 'todo',
  'custom-agent': 'agent',
  runSubagent: 'agent',
  Task: 'agent',
};

interface Shared {
  readonly draft: Draft;
  /** The patterns of the tools of each server. */
  readonly servers: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly unknown[];
}

interface AgentFile {
  readonly file: string;
  readonly document: MapNode;
  /** The name of the agent in the configuration. */
  readonly name: string;
}

interface Agents {
  readonly agents: readonly AgentFile[];
}

export const isCopilotFile = (file: string): boolean =>
  /\.agent\.md$/.test(file) || isScopedInstructions(file) || basename(file) === INSTRUCTIONS;

/** Converts the files of Copilot in a repository, or one of them: instructions, agents and servers. */
export async function fromCopilot(file: string, draft: Draft, report: Report): Promise<void> {
  const isWhole = statSync(file).isDirectory();
  const root = isWhole && basename(file) === '.github' ? dirname(file) : isWhole ? file : rootOf(file);
  const chosen = isWhole ? filesIn(root) : [file];
  if (chosen.length === 0) throw errors.IMPORT_NOTHING({ file });
  const read = async (one: string) => {
    const place = startOf(one);
    return { file: one, document: await readDocument(one, { report, place }) };
  };
  const documents = await Promise.all(
    chosen.filter((one) => basename(one) !== INSTRUCTIONS && !isScopedInstructions(one)).map(read),
  );
  for (const { document } of documents) if (document !== undefined) draft.sources.push(document);
  for (const one of chosen.filter(isScopedInstructions)) await readScopedInstructions(one, { root, draft, report });
  const files = chosen.filter((one) => basename(one) === INSTRUCTIONS).map((one) => ({ file: relative(root, one) }));
  const servers = new Map<string, readonly string[]>();
  for (const { file: one, document } of documents)
    if (document !== undefined && one.endsWith('.json'))
      for (const [name, tools] of copilotServers(document, draft)) servers.set(name, tools);
  const agents = namedAgents(documents, draft);
  for (const one of agents) readAgent(one, { draft, servers, files, agents });
  if (agents.length === 0) draft.agents.set('copilot', plainAgent({ draft, servers, files }));
}

/** The repository of a file in `.github` or `.vscode`. */
function rootOf(file: string): string {
  const folder = dirname(file);
  const github = folder.split(sep).lastIndexOf('.github');
  if (github > 0) return folder.split(sep).slice(0, github).join(sep) || sep;
  return basename(folder) === '.vscode' ? dirname(folder) : folder;
}

function filesIn(root: string): readonly string[] {
  const agents = join(root, '.github/agents');
  const names = isFile(agents) ? [] : namesIn(agents).filter((name) => name.endsWith('.md'));
  const files = [join(root, '.vscode/mcp.json'), join(root, '.github', INSTRUCTIONS), ...names.map((name) => join(agents, name))];
  const scoped = join(root, '.github/instructions');
  const rules = isFolder(scoped) ? folderFiles(scoped).filter(isScopedInstructions) : [];
  return [...files, ...rules].filter(isFile);
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return [];
  }
}

const ALL = Object.entries(TOOLS).flatMap(([name, tools]) => (name === 'agent' ? [] : tools));

const plainAgent = ({ draft, servers, files }: Shared) =>
  given({ instructions: instructionsOf(files), tools: [...draft.mount(ALL), ...[...servers.values()].flat()] });

/** The agents of all files, each with a name of its own. A second agent of one name gets a number. */
function namedAgents(
  documents: readonly { readonly file: string; readonly document: MapNode | undefined }[],
  draft: Draft,
): readonly AgentFile[] {
  const agents: AgentFile[] = [];
  for (const { file, document } of documents) {
    if (document === undefined || !file.endsWith('.md')) continue;
    const written = child(document, 'name');
    const first = slug(textOf(written) ?? basename(file).replace(/(?:\.agent)?\.md$/, ''), 'agent');
    const name = freeName(first, (one) => agents.some((agent) => agent.name === one));
    if (name !== first)
      draft.lose(['name'], (written ?? document).place, `the name ${first} is taken; the agent is called ${name}`);
    agents.push({ file, document, name });
  }
  return agents;
}

function readAgent({ document, name }: AgentFile, shared: Shared & Agents): void {
  const { draft, files } = shared;
  const own = new Map(shared.servers);
  const agent: Record<string, unknown> = {};
  const told: unknown[] = [...files];
  const to = (key: string, read: (node: Node, path: Path) => void): Field => becomes(`agents.${name}.${key}`, read, draft);
  readFields(
    document,
    {
      ...{ name: null, target: null, 'argument-hint': null, infer: null, 'user-invokable': null, 'user-invocable': null },
      ...{ 'disable-model-invocation': null, metadata: null, tools: () => {} },
      description: to('description', (node) => (agent.description = textOf(node))),
      model: (node, path, place) => {
        const made = modelOf(textsOf(node)[0] ?? textOf(node) ?? '');
        if (made === undefined) return draft.lose(path, place, 'name the model with its provider, as openai/<id>');
        agent.model = made;
        return draft.gain(path, place, `agents.${name}.model`);
      },
      instructions: to('instructions', (node) => told.push(plainText(textOf(node) ?? ''))),
      'mcp-servers': (node, path) => {
        for (const [server, { key, value }] of entriesOf(node)) {
          const tools = readCopilotServer(server, { value, path: [...path, server], key }, draft);
          if (tools !== undefined) own.set(server, tools);
        }
      },
      agents: to('subagents', (node, path) => {
        const names = subagentsIn(node, path, shared);
        if (names.length > 0) agent.subagents = Object.fromEntries(names.map((one) => [one, {}]));
      }),
      handoffs: 'name the agents under subagents',
      hooks: 'write hooks in agent.config.yaml',
    },
    { draft, path: [] },
  );
  const tools = toolsOf(child(document, 'tools'), { draft, servers: own });
  agent.tools = draft.mount(agent.subagents === undefined ? tools : [...new Set([...tools, 'Agent'])]);
  draft.agents.set(name, given({ ...agent, instructions: instructionsOf(told) }));
}

/** The agents that an agent may start. Only one that a file declares can be started. */
function subagentsIn(node: Node, path: Path, { draft, agents }: Shared & Agents): readonly string[] {
  return itemsOf(node, path).flatMap(({ node: item, path: at }) => {
    const written = textOf(item) ?? '';
    if (written === '*') return [];
    const name = slug(written, 'agent');
    if (agents.some((one) => one.name === name)) return [name];
    return draft.lose(at, item.place, `no file here declares the agent ${JSON.stringify(written)}`) ?? [];
  });
}

function toolsOf(node: Node | undefined, { draft, servers }: Omit<Shared, 'files'>): readonly string[] {
  const everything = [...ALL, ...[...servers.values()].flat()];
  if (node === undefined) return everything;
  const items = isList(node) || isMap(node) ? itemsOf(node, ['tools']) : [{ node, path: ['tools'] as Path }];
  const made = items.flatMap(({ node: item, path }) =>
    (textOf(item) ?? '').split(',').flatMap((written) => {
      const word = written.trim();
      if (word === '*') return everything;
      const found = toolOf(word, servers);
      return found ?? draft.lose(path, item.place, unknownTool(word)) ?? [];
    }),
  );
  return [...new Set(made)];
}

/** Only `server/*` is surely a server: `vscode/openFile` is a tool of the editor. A server of the registry has a name such as `acme/notes`. */
function unknownTool(word: string): string {
  if (!word.endsWith('/*')) return `there is no tool ${JSON.stringify(word)}`;
  const server = word.slice(0, -2);
  const key = slug(server, 'server');
  const place = key === server ? 'under mcpServers' : `under mcpServers as ${key}`;
  return `no file here declares the server ${server}: write it ${place}, and add ${serverPrefix(key)}* to tools`;
}

function toolOf(word: string, servers: Shared['servers']): readonly string[] | undefined {
  const whole = servers.get(word);
  if (whole !== undefined) return whole;
  const [first = '', ...rest] = word.split('/');
  const end = word.lastIndexOf('/');
  const served = end < 0 ? undefined : servers.get(word.slice(0, end));
  const tool = word.slice(end + 1);
  if (served !== undefined) return tool === '*' ? served : served.map((one) => one.replace(/\*$/, tool));
  const name = [...rest.toReversed(), first]
    .map((one) => (Object.hasOwn(NAMES, one) ? NAMES[one] : one))
    .find((one) => one !== undefined && Object.hasOwn(TOOLS, one));
  return name === undefined ? undefined : TOOLS[name];
}

/** The provider of a model that is named alone, as in the list of VS Code: `Claude Sonnet 4.5 (copilot)`. */
function modelOf(written: string): string | undefined {
  const id = written
    .replace(/\s*\(.*\)$/, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-');
  if (/^(?:gpt-|o\d)/.test(id)) return `openai/${id}`;
  if (/^claude-/.test(id)) return `anthropic/${id.replaceAll('.', '-')}`;
  return /^gemini-/.test(id) ? `google/${id}` : undefined;
}
