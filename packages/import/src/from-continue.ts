import { child, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { knownProvider } from '@loadout/models';
import { plainText } from './convert-text.js';
import { type Draft, slug } from './draft.js';
import { type ModelFields, modelFields, unspoken } from './import-model.js';
import { importProvider } from './import-provider.js';
import { ImportedServer } from './import-server.js';
import { becomes, entriesOf, type Field, given, itemsOf, numberOf, readFields, sets, textOf, textsOf } from './read-fields.js';

/** Matches `${{ secrets.NAME }}` and `${{ inputs.NAME }}`. */
const VARIABLE = /\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_]\w*)\s*\}\}/g;
/** The tools that continue always provides, regardless of the file. */
const OWN_TOOLS = ['Read', 'Write', 'Edit', 'Glob', 'Grep', 'Bash', 'WebFetch'];
const SKILL = 'write each as a skill: a folder with SKILL.md';
const CONTEXT = 'context providers have no counterpart; the tools read files and pages';
const HUB = 'blocks of its hub are not fetched; write it out';

/** Converts a config.yaml of continue to one agent with the file's rules, servers and first chat model. */
export function fromContinue(document: MapNode, draft: Draft): void {
  const rules: string[] = [];
  const agent = slug(textOf(child(document, 'name')) ?? '', 'assistant');
  const servers: string[] = [];
  readFields(
    document,
    {
      version: null,
      schema: null,
      name: becomes('name', sets(draft, 'name', textOf), draft),
      models: (node, path) => {
        for (const item of itemsOf(node, path)) readModel(item.node, item.path, draft);
      },
      rules: (node, path) => {
        for (const item of itemsOf(node, path)) {
          const read = readRule(item.node, item.path, draft);
          if (read.length > 0) draft.gain(item.path, item.node.place, `agents.${agent}.instructions`);
          rules.push(...read);
        }
      },
      mcpServers: (node, path) => {
        for (const item of itemsOf(node, path)) servers.push(...readServer(item.node, item.path, draft));
      },
      systemMessage: (node, path) => {
        const text = textOf(node);
        if (text === undefined) return draft.lose(path, node.place, 'it is not text');
        rules.push(plainText(text));
        return draft.gain(path, node.place, `agents.${agent}.instructions`);
      },
      prompts: SKILL,
      slashCommands: SKILL,
      customCommands: SKILL,
      contextProviders: CONTEXT,
      tabAutocompleteModel: 'nothing completes text as you type',
      embeddingsProvider: 'write search in agent.config.yaml',
      allowAnonymousTelemetry: null,
      context: CONTEXT,
      docs: 'pages are not indexed; WebFetch reads them',
      data: 'no data is sent anywhere; write an audit hook',
      env: 'write secrets',
    },
    { draft, path: [] },
  );
  const [model] = draft.models.keys();
  draft.agents.set(
    agent,
    given({
      model,
      instructions: rules.length === 0 ? undefined : rules.join('\n\n'),
      tools: [...draft.mount(OWN_TOOLS), ...servers],
    }),
  );
}

function readModel(node: Node, path: Path, draft: Draft): void {
  const of = (key: string) => child(node, key);
  const [name, written = '', id] = [textOf(of('name') ?? of('title')), textOf(of('provider')), textOf(of('model'))];
  if (id === 'AUTODETECT')
    return void draft.lose(path, node.place, `name the model that ${written === '' ? 'the provider' : written} has loaded`);
  const roles = textsOf(of('roles'));
  if (of('uses') !== undefined) return void draft.lose(path, node.place, HUB);
  if (roles.length > 0 && !roles.includes('chat'))
    return void draft.lose(path, node.place, `models with the roles ${roles.join(', ')} are not used`);
  const key = /^\$\{\{\s*(?:secrets|inputs)\.([A-Za-z_]\w*)\s*\}\}$/.exec(textOf(of('apiKey')) ?? '')?.[1];
  const baseUrl = textOf(of('apiBase'));
  // The usual variable of a provider is read without a word.
  const isUsual = baseUrl === undefined && key === knownProvider(written)?.key;
  const provider = importProvider(written, isUsual ? {} : { baseUrl, key }, draft);
  if (provider === undefined || id === undefined) return void draft.lose(path, node.place, unspoken(written));
  const model: ModelFields = {};
  const read = null;
  const ignored = { name: read, title: read, provider: read, model: read, roles: read, capabilities: read, apiBase: read };
  const apiKey = key === undefined ? 'a key in a file is not taken over; it is read from a variable' : null;
  const into = slug(name ?? id, 'model');
  const options: Field = (value, at) =>
    readFields(value, optionsOf(modelFields({ model, draft, of: { model: into } })), { draft, path: at });
  readFields(node, { ...ignored, apiKey, defaultCompletionOptions: options }, { draft, path });
  draft.models.set(into, { node, path, plan: { provider, id, ...model } });
  draft.gain(path, node.place, `models.${into}`);
}

const optionsOf = ({ option, extra }: ReturnType<typeof modelFields>): Readonly<Record<string, Field>> => ({
  maxTokens: option('maxOutputTokens', numberOf),
  contextLength: option('contextWindow', numberOf),
  temperature: option('temperature', numberOf),
  topP: extra('top_p'),
  presencePenalty: extra('presence_penalty'),
  frequencyPenalty: extra('frequency_penalty'),
});

function readRule(node: Node, path: Path, draft: Draft): readonly string[] {
  const text = textOf(node);
  if (text !== undefined) return [plainText(text)];
  if (entriesOf(node).has('uses')) return draft.lose(path, node.place, HUB) ?? [];
  const parts: string[] = [];
  const only = 'the rule holds for all files here';
  const fields = { name: null, description: null, alwaysApply: null, globs: only, regex: only };
  readFields(node, { ...fields, rule: (value) => parts.push(plainText(textOf(value) ?? '')) }, { draft, path });
  return parts;
}

function readServer(node: Node, path: Path, draft: Draft): readonly string[] {
  if (entriesOf(node).has('uses')) return draft.lose(path, node.place, HUB) ?? [];
  const server = new ImportedServer(draft, { variable: VARIABLE, path });
  readFields(
    node,
    {
      name: null,
      type: server.set('type', (value) => (textOf(value) === 'streamable-http' ? 'http' : textOf(value))),
      ...server.same('command', 'args', 'env', 'cwd', 'url'),
      connectionTimeout: server.set('startTimeout', numberOf),
      requestOptions: (value, at) => readFields(value, server.same('headers'), { draft, path: at }),
    },
    { draft, path },
  );
  return server.serve(textOf(child(node, 'name')) ?? '', node.place)?.tools ?? [];
}
