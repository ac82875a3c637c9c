import { basename, join } from 'node:path';
import { type Entry, isText, type MapNode } from '../document/node.js';
import { folderFiles } from '../trust/folder-files.js';
import { isFolder } from '../trust/kind-of-path.js';
import { type CompatContext, lose } from './compat-context.js';
import { type AgentContext, convertAgent } from './convert-agent.js';
import { readAgentFile } from './read-agent-file.js';
import { isReadable } from './read-foreign.js';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

interface AgentFolder extends AgentContext {
  /** Default: `.claude/agents`. */
  readonly agentFolder?: string | undefined;
  /** A prefix for the names. */
  readonly namespace?: string | undefined;
}

/** Reads the agents of a folder and its subfolders. */
export async function readAgents(context: AgentFolder): Promise<MapNode | undefined> {
  const folder = context.agentFolder ?? join(context.folder, '.claude/agents');
  if (!isFolder(folder)) return undefined;
  const agents = new Map<string, Entry>();
  for (const file of folderFiles(folder).filter((one) => one.endsWith('.md') && isReadable(one, context))) {
    const found = await readAgentFile(file, context);
    if (found !== undefined) add(found, { ...context, file, agents });
  }
  if (agents.size === 0) return undefined;
  const place = { ...context.place, file: folder, line: 1, column: 1, length: 1 };
  return { kind: 'map', place, entries: new Map([['agents', { key: place, value: { kind: 'map', place, entries: agents } }]]) };
}

function add(found: MapNode, context: AgentFolder & { readonly file: string; readonly agents: Map<string, Entry> }): void {
  const { file, agents, namespace } = context;
  const given = found.entries.get('name')?.value;
  const plain = isText(given) && NAME.test(given.value) ? given.value : basename(file, '.md');
  const name = namespace === undefined ? plain : `${namespace}:${plain}`;
  const place = given?.place ?? { ...found.place, length: 1 };
  const first = agents.get(name);
  const problem = first !== undefined ? `${basename(first.key.file)} declares ${name} too` : nameProblem(plain);
  if (problem !== undefined) skip({ name, place, problem }, context);
  else agents.set(name, { key: place, value: convertAgent(found, { ...context, name }) });
}

const nameProblem = (name: string): string | undefined =>
  NAME.test(name) ? undefined : `${JSON.stringify(name)} cannot be the name of an agent`;

const skip = (p: { name: string; place: MapNode['place']; problem: string }, context: CompatContext): undefined =>
  lose({ path: ['agents', p.name], key: 'name', place: p.place, problem: `${p.problem}, so this agent is left out` }, context);
