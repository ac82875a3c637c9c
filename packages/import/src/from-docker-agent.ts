import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { child, isMap, isText, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { plainText } from './convert-text.js';
import { readPermissions } from './docker-permissions.js';
import { readToolset } from './docker-toolsets.js';
import { type Draft, slug } from './draft.js';
import { draftJson } from './draft-json.js';
import { importModel, unspoken } from './import-model.js';
import { declareServer, importProvider, type OwnServer } from './import-provider.js';
import {
  becomes,
  entriesOf,
  type Field,
  given,
  itemsOf,
  numberOf,
  type Reader,
  readFields,
  sets,
  textOf,
  textsOf,
} from './read-fields.js';

interface Context {
  readonly draft: Draft;
  /** The names of all agents of the file. */
  readonly names: ReadonlySet<string>;
  /** The servers under `mcps`, to which toolsets refer. */
  readonly servers: ReadonlyMap<string, MapNode>;
}

/** Converts a file of docker-agent, formerly called cagent. */
export function fromDockerAgent(document: MapNode, draft: Draft): void {
  const servers = new Map(
    [...entriesOf(child(document, 'mcps'))].flatMap(([name, { value }]): [string, MapNode][] =>
      isMap(value) ? [[name, value]] : [],
    ),
  );
  for (const [name, { value }] of entriesOf(child(document, 'providers'))) readProvider(name, value, draft);
  const models = child(document, 'models');
  for (const [name, { value }] of entriesOf(models)) importModel(name, { node: value, path: ['models', name] }, draft);
  readFields(
    document,
    {
      version: null,
      metadata: (node, path) => readMetadata(node, path, draft),
      models: () => {},
      mcps: () => {},
      agents: (node, path) => readAgents(node, path, { draft, servers, names: new Set(entriesOf(node).keys()) }),
      permissions: (node, path) => readPermissions(node, path, draft),
      providers: () => {},
      rag: 'retrieval is not supported; a plugin or an MCP server can provide it',
      budget: 'write limits: { usd, time, toolCalls } in the agents',
      budgets: 'write limits: { usd, time, toolCalls } in the agents',
      toolsets: 'toolsets for all agents are not read; name them in the agents',
    },
    { draft, path: [] },
  );
}

/** Reads a gateway, which speaks one of the two APIs of OpenAI. */
function readProvider(name: string, node: Node, draft: Draft): void {
  const server: { -readonly [K in keyof OwnServer]: OwnServer[K] } = {};
  const to = (key: string, read: Reader) => becomes(`providers.${slug(name, 'own')}.options.${key}`, read, draft);
  const fields: Readonly<Record<string, Field>> = {
    base_url: to('baseUrl', sets(server, 'baseUrl', textOf)),
    token_key: to('apiKey', sets(server, 'key', textOf)),
    api_type: to(
      'api',
      sets(server, 'api', (value) => (textOf(value) === 'openai_responses' ? 'responses' : 'chat')),
    ),
  };
  readFields(node, fields, { draft, path: ['providers', name] });
  declareServer(name, server, draft);
}

function readMetadata(node: Node, path: Path, draft: Draft): void {
  const description = becomes('description', sets(draft, 'description', textOf), draft);
  readFields(node, { description, author: null, license: null, readme: null, version: null, tags: null }, { draft, path });
}

function readAgents(node: Node, path: Path, context: Context): void {
  for (const [name, { value }] of entriesOf(node))
    context.draft.agents.set(
      slug(name, 'agent'),
      readAgent(value, [...path, name], { ...context, into: `agents.${slug(name, 'agent')}` }),
    );
}

/** Keys without a counterpart, each with advice. */
const LOST = {
  commands: 'write each as a skill: a folder with SKILL.md',
  hooks: 'its hooks have a different format; write them under hooks',
  budgets: 'write limits: { usd, time, toolCalls }',
  rag: 'retrieval is not supported; a plugin or an MCP server can provide it',
  add_date: 'instructions are text alone; a SessionStart hook can add the date',
  add_environment_info: 'instructions are text alone; a SessionStart hook can add it',
} as const;

interface Found {
  description?: string;
  instructions?: string;
  limits?: unknown;
  output?: unknown;
  subagents?: Readonly<Record<string, object>>;
  readonly tools: string[];
  readonly keys: string[];
  readonly files: string[];
  /** Instructions of toolsets. */
  readonly advice: string[];
  readonly models: string[];
}

interface Placed extends Context {
  /** The place of the agent in the configuration. */
  readonly into: string;
}

function readAgent(node: Node, path: Path, context: Placed) {
  const { draft, into } = context;
  const found: Found = { tools: [], keys: [], files: [], advice: [], models: [] };
  const to = (key: string, read: Reader) => becomes(`${into}.${key}`, read, draft);
  const text = (value: Node) => plainText(textOf(value) ?? '');
  const fields: Readonly<Record<string, Field>> = {
    ...LOST,
    name: null,
    welcome_message: null,
    model: to('model', (value, at) => readModels(value, at, { draft, found })),
    fallback: (value, at) => readFallback(value, at, { draft, found, into }),
    description: to('description', sets(found, 'description', text)),
    instruction: to('instructions', sets(found, 'instructions', text)),
    add_prompt_files: to('instructions', (value, at, place) => {
      for (const file of textsOf(value))
        if (existsSync(join(draft.folder, file))) found.files.push(file);
        else draft.lose(at, place, `${file} is not there; once it is, add { file: ${file} } to the instructions`);
    }),
    max_iterations: to(
      'limits.turns',
      sets(found, 'limits', (value) => given({ turns: numberOf(value) || undefined })),
    ),
    sub_agents: to('subagents', (value, at) => readSubagents(value, at, { ...context, found })),
    handoffs: (value, at, place) => {
      readSubagents(value, at, { ...context, found });
      draft.lose(at, place, 'no agent gives its conversation to another: these report back, as subagents');
    },
    structured_output: to('output', (value, at) => readOutput(value, at, { draft, found })),
    skills: (value, at, place) => {
      if (textOf(value) === 'true') {
        draft.skills = true;
        draft.gain(at, place, 'skills');
      } else if (textOf(value) !== 'false') draft.lose(at, place, 'name the folders under skills');
    },
    toolsets: (value, at) => {
      for (const item of itemsOf(value, at)) {
        const { tools, keys, instructions } = readToolset(item.node, item.path, context);
        found.tools.push(...tools);
        found.keys.push(...keys);
        found.advice.push(...instructions);
        if (tools.length > 0) draft.gain(item.path, item.node.place, `${into}.tools`);
      }
    },
  };
  readFields(node, fields, { draft, path });
  return agentOf(found);
}

function agentOf({ description, limits, output, subagents, tools, keys, files, models, ...found }: Found) {
  const said = [found.instructions, ...found.advice].filter((text) => text !== undefined);
  const instructions = said.length === 0 ? undefined : said.join('\n\n');
  const texts = [...(instructions === undefined ? [] : [instructions]), ...files.map((file) => ({ file }))];
  return given({
    description,
    model: models.length < 2 ? models[0] : models,
    instructions: files.length === 0 ? instructions : texts,
    tools: tools.length === 0 ? undefined : [...new Set(tools)],
    mcpServers: keys,
    subagents,
    limits,
    output,
  });
}

/** Reads the agents that an agent may start. An agent of a catalogue is in no file, so it is reported. Source: U13. */
function readSubagents(node: Node, path: Path, { draft, names, found }: Context & Into): void {
  const here = itemsOf(node, path).flatMap(({ node: item, path: at }) => {
    const name = textOf(item) ?? '';
    return names.has(name) ? [slug(name, 'agent')] : (draft.lose(at, item.place, `there is no agent ${name} in this file`) ?? []);
  });
  if (here.length === 0) return;
  found.subagents = { ...found.subagents, ...Object.fromEntries(here.map((name) => [name, {}])) };
  found.tools.push(...draft.mount(['Agent']));
}

interface Into {
  readonly draft: Draft;
  readonly found: Found;
}

/** Reads models. In docker-agent, several models in one text take turns; here the first usable model is taken. */
function readModels(node: Node, path: Path, { draft, found }: Into): void {
  for (const name of (textOf(node) ?? '').split(',').map((one) => one.trim())) {
    const known = modelName(name, { node, path }, draft);
    if (known !== undefined) found.models.push(known);
  }
}

function readFallback(node: Node, path: Path, into: Into & Pick<Placed, 'into'>): void {
  const { draft } = into;
  const models: Reader = (list, at) => {
    for (const one of itemsOf(list, at)) readModels(one.node, one.path, into);
  };
  readFields(node, { models: becomes(`${into.into}.model`, models, draft), retries: null, cooldown: null }, { draft, path });
}

/** An alias of an imported model, or a provider with its model. A model that chooses itself is the default one. */
function modelName(name: string, { node, path }: { node: Node; path: Path }, draft: Draft): string | undefined {
  if (draft.models.has(name)) return name;
  const [written = '', ...rest] = name.split('/');
  if (rest.length === 0) return undefined;
  const provider = importProvider(written, {}, draft);
  return provider === undefined ? draft.lose(path, node.place, unspoken(written)) : [provider, ...rest].join('/');
}

function readOutput(node: Node, path: Path, { draft, found }: Into): void {
  const schema = child(node, 'schema');
  const type = child(schema, 'type');
  if (schema !== undefined && isText(type) && type.value === 'object') found.output = { schema: draftJson(schema) };
  else draft.lose(path, node.place, 'its schema is not JSON Schema of an object');
}
