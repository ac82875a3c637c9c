import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  child,
  isFile,
  isInside,
  isMap,
  type MapNode,
  type Node,
  type Path,
  type Place,
  type Report,
  readText,
  startOf,
} from '@loadout/config/documents';
import { codexModel, codexModelFields } from './codex-model.js';
import { NOT_TAKEN } from './codex-not-taken.js';
import { readCodexServers } from './codex-servers.js';
import { plainText } from './convert-text.js';
import { type Draft, freeName, slug } from './draft.js';
import { projectFile } from './project-file.js';
import { becomes, entriesOf, type Field, given, instructionsOf, readFields, textOf } from './read-fields.js';
import { readToml } from './read-toml.js';

/** The most files of roles that a folder is read for. */
const MOST = 200;
const LIMIT = 'nothing limits how many agents work at once; write limits for what one may do';
const SHARED = 'permissions and the sandbox hold for all agents; write the agent into a configuration of its own';

export interface RolesContext {
  readonly draft: Draft;
  readonly report: Report;
  readonly project: string;
  /** The tools of the agent that starts the roles. A role has them too. */
  readonly tools: readonly string[];
  /** The names of other agents. */
  readonly taken: readonly string[];
}

/** A role: an entry of `[agents]`, a file, or the first with the second. */
interface Role {
  readonly name: string;
  readonly place: Place;
  readonly path: Path;
  readonly description?: string | undefined;
  readonly layer?: MapNode | undefined;
}

/** Reads the roles of Codex: those of `[agents]`, and those of the files in the folder `agents`. Returns the names of their agents. */
export async function readCodexRoles(document: MapNode, context: RolesContext): Promise<readonly string[]> {
  const read = new Set<string>();
  const roles: Role[] = [];
  for (const [name, { key, value }] of entriesOf(child(document, 'agents')))
    if (isMap(value)) roles.push(await roleOf(name, { value, place: key, read }, context));
    else context.draft.lose(['agents', name], key, LIMIT);
  for (const file of filesBeside(context).filter((one) => !read.has(one))) {
    const layer = await readLayer(file, context);
    const name = textOf(child(layer, 'name')) ?? basename(file, '.toml');
    if (layer !== undefined) roles.push({ name, place: layer.place, path: [], layer });
  }
  const taken = new Set(context.taken);
  return roles.map((role) => addAgent(role, { ...context, document, taken }));
}

interface Declared {
  readonly value: Node;
  readonly place: Place;
  /** The files that were read. */
  readonly read: Set<string>;
}

async function roleOf(name: string, { value, place, read }: Declared, context: RolesContext): Promise<Role> {
  const { draft, project } = context;
  const path: Path = ['agents', name];
  let description: string | undefined;
  let file: string | undefined;
  readFields(
    value,
    {
      nickname_candidates: null,
      description: (node) => (description = textOf(node)),
      config_file: (node, at) => {
        const found = projectFile(node, at, { base: draft.folder, project, draft });
        file = found === undefined ? undefined : join(project, found.file);
      },
    },
    { draft, path },
  );
  if (file !== undefined) read.add(file);
  return { name, place, path, description, layer: file === undefined ? undefined : await readLayer(file, context) };
}

function filesBeside({ draft: { folder } }: RolesContext): readonly string[] {
  const dir = join(folder, 'agents');
  if (basename(folder) !== '.codex' || !existsSync(dir)) return [];
  const names = readdirSync(dir).filter((name) => name.endsWith('.toml'));
  return names
    .sort()
    .slice(0, MOST)
    .map((name) => join(dir, name))
    .filter(isFile);
}

/** Reads the file of a role. One that a link leads out of the project to is lost. */
async function readLayer(file: string, { draft, report, project }: RolesContext): Promise<MapNode | undefined> {
  const place: Place = startOf(file);
  if (!isFile(file)) return draft.lose(['config_file'], place, 'it is not a file');
  if (!isInside(realpathSync.native(file), realpathSync.native(project)))
    return draft.lose(['config_file'], place, 'a link leads out of the project; copy the file');
  const text = readText(file, { report, place });
  if (text === undefined) return undefined;
  const layer = await readToml(text, file);
  draft.sources.push(layer);
  return layer;
}

interface Adding extends Omit<RolesContext, 'taken'> {
  readonly document: MapNode;
  readonly taken: Set<string>;
}

function addAgent({ name: written, place, path, description, layer }: Role, { document, taken, ...context }: Adding): string {
  const { draft, project } = context;
  const first = slug(written, 'agent');
  const name = freeName(first, (one) => taken.has(one));
  taken.add(name);
  if (name !== first) draft.lose(path, place, `the name ${JSON.stringify(written)} is taken; the agent is called ${name}`);
  const agent: Record<string, unknown> = { description };
  const told: unknown[] = [];
  let isReader = false;
  const to = (key: string, read: (node: Node) => void): Field => becomes(`agents.${name}.${key}`, read, draft);
  readFields(
    layer,
    {
      ...codexModelFields(`agents.${name}.model`, draft),
      ...{ name: null, nickname_candidates: null, mcp_servers: () => {}, features: 'switches of Codex have no counterpart' },
      description: to('description', (node) => (agent.description ??= textOf(node))),
      developer_instructions: to('instructions', (node) => told.push(plainText(textOf(node) ?? ''))),
      model_instructions_file: (node, at, from) => {
        const found = projectFile(node, at, { base: dirname(from.file), project, draft });
        if (found !== undefined) told.push(found);
      },
      sandbox_mode: (node, at, from) => {
        isReader = textOf(node) === 'read-only';
        if (isReader) draft.gain(at, from, `agents.${name}.tools`);
        else draft.lose(at, from, SHARED);
      },
      approval_policy: SHARED,
      ...{ web_search: 'write the tools of the agent', tools: 'write the tools of the agent', hooks: 'write hooks of the agent' },
      ...NOT_TAKEN,
    },
    { draft, path: [] },
  );
  const servers = readCodexServers(child(layer, 'mcp_servers'), draft);
  const tools = [...context.tools, ...servers].filter((tool) => !(isReader && ['Edit', 'Write'].includes(tool)));
  const model = codexModel(name, { document, map: layer ?? document, path: [], draft });
  draft.agents.set(name, given({ ...agent, model, instructions: instructionsOf(told), tools: draft.mount(tools) }));
  draft.gain(path, place, `agents.${name}`);
  return name;
}
