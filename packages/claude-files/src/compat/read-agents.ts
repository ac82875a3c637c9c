import { basename, join } from 'node:path';
import { type Entry, folderFiles, isFolder, isText, type MapNode, mapOf, type Place, Report } from '@loadout/config/documents';
import { AGENT_FIELDS } from '../fields/file-fields.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { readAgentFile } from '../foreign/read-agent-file.js';
import { isReadable } from '../foreign/read-foreign.js';
import { lose, loseBroken, refuse } from '../foreign/tell-foreign.js';
import { type AgentContext, convertAgent } from './convert-agent.js';

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/;

interface AgentFolder extends AgentContext {
  /** Default: `.claude/agents`. */
  readonly agentFolder?: string | undefined;
  /** Default: all of the folder. */
  readonly agentFiles?: readonly string[] | undefined;
  /** A prefix for the names. */
  readonly namespace?: string | undefined;
  /** The agents that the configuration itself declares, and to which the files of the folder add. */
  readonly declared?: ReadonlySet<string> | undefined;
}

/** Reads the agents of a folder and its subfolders. */
export async function readAgents(context: AgentFolder): Promise<MapNode | undefined> {
  const folder = context.agentFolder ?? join(context.folder, '.claude/agents');
  if (context.agentFiles === undefined && !isFolder(folder)) return undefined;
  const agents = new Map<string, Entry>();
  for (const file of (context.agentFiles ?? folderFiles(folder)).filter(
    (one) => one.endsWith('.md') && isReadable(one, context),
  )) {
    const trial = new Report();
    const found = await readAgentFile(file, { ...context, report: trial, fields: AGENT_FIELDS });
    if (found === undefined) sayBroken(file, trial, context);
    else {
      context.report.adopt(trial);
      add(found, { ...context, file, agents });
    }
  }
  if (agents.size === 0) return undefined;
  const place = { ...context.place, file: folder, line: 1, column: 1, length: 1 };
  return mapOf(place, { agents: { kind: 'map', place, entries: agents } });
}

/**
 * Reports a file that cannot be read, whose agent is left out. An agent that the configuration declares too would lose what the file
 * takes from it, so there it is an error.
 */
function sayBroken(file: string, trial: Report, context: AgentFolder): void {
  const name = basename(file, '.md');
  context.report.addTexts(trial);
  const report = context.declared?.has(name) === true ? refuse : loseBroken;
  const [first] = trial.errors;
  const place: Place = { ...context.place, file, line: 1, column: 1, ...first?.position, length: 1, foreign: true };
  const problem = first?.message.replace(/\.$/, '') ?? 'its head is not a map';
  report({ path: ['agents', name], key: `the agent ${name}`, place, problem, fix: first?.fix }, context);
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
  lose({ path: ['agents', p.name], key: `the agent ${p.name}`, ...p }, context);
