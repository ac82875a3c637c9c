import { join } from 'node:path';
import { child, isFile, isMap, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { type Draft, slug } from './draft.js';
import { draftJson } from './draft-json.js';
import { readExtension } from './goose-extensions.js';
import { gooseText } from './goose-text.js';
import { type ModelFields, modelFields, unspoken } from './import-model.js';
import { importProvider } from './import-provider.js';
import { becomes, given, instructionsOf, itemsOf, numberOf, readFields, sets, textOf } from './read-fields.js';

/** The files of a repository that goose gives to every agent, as its documentation lists them. */
const HINTS = ['.goosehints', 'AGENTS.md'];

/** Converts a recipe of goose to one agent. */
export function fromGoose(document: MapNode, draft: Draft): void {
  const inner = child(document, 'recipe');
  const recipe = isMap(inner) ? inner : document;
  const start: Path = recipe === inner ? ['recipe'] : [];
  const name = slug(textOf(child(recipe, 'title')) ?? '', 'recipe');
  const into = `agents.${name}`;
  const params = readParameters(itemsOf(child(recipe, 'parameters'), [...start, 'parameters']), { draft, into });
  const known = { draft, params: new Set(Object.keys(params)) };
  const agent: Record<string, unknown> = {};
  const text = (key: string) =>
    becomes(
      `${into}.${key}`,
      sets(agent, key, (node, path) => gooseText(node, path, known)),
      draft,
    );
  const tools: string[] = [];
  readFields(
    recipe,
    {
      version: null,
      author: null,
      activities: null,
      parameters: () => {},
      title: becomes('name', sets(draft, 'name', textOf), draft),
      ...{ description: text('description'), instructions: text('instructions'), prompt: text('prompt') },
      extensions: (node, path) => {
        for (const item of itemsOf(node, path)) tools.push(...readExtension(item.node, item.path, { draft, into }));
      },
      settings: (node, path) => readSettings(node, path, { draft, agent, into }),
      response: (node, path) => {
        const json_schema = becomes(
          `${into}.output`,
          sets(agent, 'output', (schema) => ({ schema: draftJson(schema) })),
          draft,
        );
        readFields(node, { json_schema }, { draft, path });
      },
      retry: 'retries after checks are not supported; a Stop hook can make the agent continue',
      sub_recipes: 'import each of them by itself',
      context: 'put it into the instructions',
    },
    { draft, path: start },
  );
  const own = agent.instructions === undefined ? [] : [agent.instructions];
  const hints = HINTS.filter((file) => isFile(join(draft.folder, file))).map((file) => ({ file }));
  agent.instructions = instructionsOf([...own, ...hints]);
  draft.agents.set(name, agentOf({ agent, params, tools }));
}

interface Made {
  readonly agent: Readonly<Record<string, unknown>>;
  readonly params: Readonly<Record<string, unknown>>;
  readonly tools: readonly string[];
}

function agentOf({ agent: { description, model, instructions, prompt, limits, output }, params, tools }: Made) {
  return given({
    description,
    model,
    instructions,
    prompt,
    params: Object.keys(params).length === 0 ? undefined : params,
    tools: tools.length === 0 ? undefined : [...new Set(tools)],
    limits,
    output,
  });
}

interface Into {
  readonly draft: Draft;
  /** The place of the agent in the configuration. */
  readonly into: string;
}

function readParameters(items: readonly { readonly node: Node; readonly path: Path }[], context: Into) {
  const params: Record<string, unknown> = {};
  for (const { node, path } of items) readParameter(node, path, { ...context, params });
  return params;
}

/** The param types. Dates, files and choices are only checked to be text. */
const TYPES: Readonly<Record<string, string>> = { string: 'string', number: 'number', boolean: 'boolean' };

function readParameter(node: Node, path: Path, { draft, params, into }: Into & { params: Record<string, unknown> }): void {
  const of = (key: string) => child(node, key);
  const key = textOf(of('key'));
  if (key === undefined || !/^[A-Za-z_][\w-]*$/.test(key)) {
    draft.lose(path, node.place, `${JSON.stringify(key ?? '')} cannot be the name of a param`);
    return;
  }
  const written = textOf(of('input_type')) ?? 'string';
  const type = TYPES[written] ?? 'string';
  const asked = of('input_type');
  if (asked !== undefined && !Object.hasOwn(TYPES, written))
    draft.lose([...path, 'input_type'], asked.place, `a param of type ${written} accepts any text here`);
  const requirement = textOf(of('requirement')) ?? 'required';
  if (requirement === 'user_prompt')
    draft.lose(
      [...path, 'requirement'],
      of('requirement')?.place ?? node.place,
      'nobody is asked for it; it is given with --param',
    );
  const text = textOf(of('default'));
  params[key] = given({
    type,
    description: textOf(of('description')),
    default: text === undefined ? undefined : defaultOf(text, type),
    required: requirement === 'optional' ? false : undefined,
  });
  const read = null;
  const fields = { key: read, input_type: read, requirement: read, description: read, default: read };
  readFields(node, { ...fields, options: 'any text is accepted' }, { draft, path });
  draft.gain(path, node.place, `${into}.params.${key}`);
}

function defaultOf(text: string, type: string): string | number | boolean | undefined {
  if (type === 'number') return Number.isFinite(Number(text)) ? Number(text) : undefined;
  return type === 'boolean' ? text === 'true' : text;
}

function readSettings(node: Node, path: Path, { draft, agent, into }: Into & { agent: Record<string, unknown> }): void {
  const of = (key: string) => textOf(child(node, key));
  const [written = 'anthropic', id] = [of('goose_provider'), of('goose_model')];
  const provider = importProvider(written, {}, draft);
  const model: ModelFields = {};
  const turns = sets(agent, 'limits', (value) => given({ turns: numberOf(value) }));
  readFields(
    node,
    {
      ...{ goose_provider: null, goose_model: null, max_turns: becomes(`${into}.limits.turns`, turns, draft) },
      temperature: modelFields({ model, draft, of: { model: 'recipe' } }).option('temperature', numberOf),
    },
    { draft, path },
  );
  if (provider === undefined) draft.lose([...path, 'goose_provider'], node.place, unspoken(written));
  else if (id !== undefined && model.temperature === undefined) agent.model = `${provider}/${id}`;
  else if (id !== undefined) {
    draft.models.set('recipe', { node, path, plan: { provider, id, ...model } });
    agent.model = 'recipe';
  }
  if (agent.model !== undefined) draft.gain(path, node.place, `${into}.model`);
}
