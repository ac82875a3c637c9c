import { child, isMap, type MapNode, type Node, type Path } from '@loadout/config/documents';
import { convertText } from './convert-text.js';
import { readCommands } from './docker-permissions.js';
import { type Draft, slug } from './draft.js';
import { type ModelFields, modelFields, unspoken } from './import-model.js';
import { importProvider } from './import-provider.js';
import { ImportedServer } from './import-server.js';
import {
  becomes,
  entriesOf,
  type Field,
  given,
  instructionsOf,
  itemsOf,
  numberOf,
  type Reader,
  readFields,
  sets,
  textOf,
} from './read-fields.js';

/** Matches `{env:NAME}`. */
const VARIABLE = /\{env:([A-Za-z_]\w*)\}/g;
/** Matches a prompt that is in a file. */
const FILE = /^\{file:(.+)\}$/;

/** Its tools, which every agent has that does not switch them off. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  read: ['Read'],
  write: ['Write'],
  edit: ['Edit'],
  list: ['Glob'],
  glob: ['Glob'],
  grep: ['Grep'],
  bash: ['Bash'],
  webfetch: ['WebFetch'],
  todowrite: ['TodoWrite'],
};

/** The agent that a file has without naming it. */
const BUILT_IN = 'build';
const SCREEN = null;

/** Converts an opencode.json: its agents, servers, instructions and permissions. */
export function fromOpencode(document: MapNode, draft: Draft): void {
  const written = child(document, 'agent');
  const at: Path = ['agent'];
  const names = [...entriesOf(written)].filter(([, { value }]) => textOf(child(value, 'disable')) !== 'true');
  const main = names.filter(([, { value }]) => textOf(child(value, 'mode')) !== 'subagent');
  const context: Context = {
    draft,
    model: modelNamed(child(document, 'model'), ['model'], draft),
    servers: readServers(child(document, 'mcp'), draft),
    off: switchedOff(child(document, 'tools')),
    files: filesOf(child(document, 'instructions'), draft),
    helpers: names.filter((one) => !main.includes(one)).map(([name]) => slug(name, 'agent')),
  };
  if (main.length === 0) draft.agents.set(BUILT_IN, readAgent(undefined, { ...context, path: [...at, BUILT_IN], isMain: true }));
  for (const [name, { value }] of names) {
    const isMain = main.some(([one]) => one === name);
    draft.agents.set(slug(name, 'agent'), readAgent(value, { ...context, path: [...at, name], isMain }));
  }
  const read: Field = () => {};
  const everywhere = (key: string) => becomes(`agents.*.${key}`, () => {}, draft);
  readFields(
    document,
    {
      ...{ model: everywhere('model'), tools: everywhere('tools'), mcp: read, agent: read, instructions: read, $schema: null },
      ...{ theme: SCREEN, tui: SCREEN, keybinds: SCREEN, autoupdate: SCREEN, share: SCREEN, username: SCREEN, snapshot: SCREEN },
      small_model: becomes(
        'smallModel',
        sets(draft, 'smallModel', (node, path) => modelNamed(node, path, draft)),
        draft,
      ),
      permission: (node, path) => readPermission(node, path, draft),
      provider: 'declare the provider under providers, with its baseUrl',
      command: 'write each as a skill: a folder with SKILL.md',
      plugin: 'its plugins are code for opencode; write the tools as a plugin or an MCP server',
      mode: 'write each under agent in opencode.json first',
      formatter: 'a PostToolUse hook on Edit and Write can format',
      lsp: 'mount @loadout/tool-lsp with its servers',
    },
    { draft, path: [] },
  );
}

interface Context {
  readonly draft: Draft;
  /** The model of agents without one. */
  readonly model: string | undefined;
  /** The patterns of the tools of each server. */
  readonly servers: ReadonlyMap<string, readonly string[]>;
  readonly off: readonly string[];
  readonly files: readonly string[];
  readonly helpers: readonly string[];
}

interface Place extends Context {
  readonly path: Path;
  /** Whether a person talks to the agent, which starts the others. */
  readonly isMain: boolean;
}

function readAgent(node: Node | undefined, { draft, path, isMain, ...context }: Place) {
  const agent: Record<string, unknown> = { model: context.model };
  const fields: ModelFields = {};
  const off = [...context.off];
  const into = `agents.${slug(String(path.at(-1)), 'agent')}`;
  const told: unknown[] = [];
  const to = (key: string, read: Reader) => becomes(`${into}.${key}`, read, draft);
  const turns = sets(agent, 'limits', (value) => given({ turns: numberOf(value) }));
  const { option, extra } = modelFields({ model: fields, draft, of: { agent: into } });
  readFields(
    node,
    {
      ...{ mode: null, disable: null, color: null, hidden: null },
      description: to('description', sets(agent, 'description', textOf)),
      model: to(
        'model',
        sets(agent, 'model', (value, at) => modelNamed(value, at, draft) ?? context.model),
      ),
      prompt: to('instructions', (value, at, place) => {
        const text = textOf(value);
        if (text === undefined || text === '') draft.lose(at, place, 'it is not a text');
        else told.push(promptOf(text, draft));
      }),
      ...{ temperature: option('temperature', numberOf), top_p: extra('top_p') },
      ...{ steps: to('limits.turns', turns), maxSteps: to('limits.turns', turns) },
      tools: to('tools', (value) => off.push(...switchedOff(value))),
      permission: (value, at, place) => {
        for (const [key, { value: decision }] of entriesOf(value))
          if (textOf(decision) === 'deny') {
            off.push(key, ...(key === 'edit' ? ['write'] : []));
            draft.gain([...at, key], decision.place, `${into}.tools`);
          } else if (textOf(decision) !== 'ask')
            draft.lose([...at, key], place, 'write the rules under permissions, where they count for all agents');
      },
    },
    { draft, path },
  );
  const helpers = isMain ? context.helpers : [];
  const instructions = [...told, ...context.files.map((file) => ({ file }))];
  return given({
    ...agent,
    model: withOptions(agent.model, { fields, draft, node, path }),
    instructions: instructionsOf(instructions),
    tools: draft.mount([...toolsWithout(off, context.servers), ...(helpers.length > 0 ? ['Agent'] : [])]),
    subagents: helpers.length === 0 ? undefined : Object.fromEntries(helpers.map((name) => [name, {}])),
  });
}

interface Options {
  readonly fields: ModelFields;
  readonly draft: Draft;
  readonly node: Node | undefined;
  readonly path: Path;
}

/** The model with options of the agent, under a name of its own. */
function withOptions(model: unknown, { fields, draft, node, path }: Options): unknown {
  if (typeof model !== 'string' || node === undefined || Object.keys(fields).length === 0) return model;
  const [provider = '', ...id] = model.split('/');
  const name = slug(String(path.at(-1)), 'model');
  draft.models.set(name, { node, path, plan: { provider, id: id.join('/'), ...fields } });
  return name;
}

function toolsWithout(off: readonly string[], servers: Context['servers']): readonly string[] {
  const own = Object.entries(TOOLS).flatMap(([name, tools]) => (off.includes(name) ? [] : tools));
  const isOff = (server: string) => off.some((one) => one === `${server}_*` || one === `${server}*` || one === server);
  return [...new Set([...own, ...[...servers].flatMap(([server, tools]) => (isOff(server) ? [] : tools))])];
}

const switchedOff = (node: Node | undefined): readonly string[] =>
  [...entriesOf(node)].flatMap(([name, { value }]) => (textOf(value) === 'false' ? [name] : []));

const promptOf = (text: string, draft: Draft): unknown => {
  const [, file] = FILE.exec(text.trim()) ?? [];
  return file === undefined ? convertText(text, { pattern: VARIABLE, make: (name) => draft.secret(name) }) : { file };
};

/** The files of instructions. A pattern or an address is lost. */
function filesOf(node: Node | undefined, draft: Draft): readonly string[] {
  return itemsOf(node, ['instructions']).flatMap(({ node: item, path }) => {
    const file = textOf(item) ?? '';
    if (file === '') return draft.lose(path, item.place, 'it is not the name of a file') ?? [];
    const why = /[*?[]/.test(file) ? 'a pattern of files' : /^https?:/.test(file) ? 'an address' : undefined;
    if (why === undefined) draft.gain(path, item.place, 'agents.*.instructions');
    if (why === undefined) return [file];
    draft.lose(path, item.place, `${file} is ${why}; name the files under instructions`);
    return [];
  });
}

function modelNamed(node: Node | undefined, path: Path, draft: Draft): string | undefined {
  const text = textOf(node);
  if (node === undefined || text === undefined) return undefined;
  const [written = '', ...rest] = text.split('/');
  const provider = rest.length === 0 ? undefined : importProvider(written, {}, draft);
  return provider === undefined ? draft.lose(path, node.place, unspoken(written)) : [provider, ...rest].join('/');
}

function readServers(node: Node | undefined, draft: Draft): ReadonlyMap<string, readonly string[]> {
  const servers = new Map<string, readonly string[]>();
  for (const [name, { value }] of entriesOf(node)) {
    const tools = readServer(name, { value, draft });
    if (tools !== undefined) servers.set(name, tools);
  }
  return servers;
}

function readServer(name: string, { value, draft }: { readonly value: Node; readonly draft: Draft }) {
  const path: Path = ['mcp', name];
  if (textOf(child(value, 'enabled')) === 'false') return draft.lose(path, value.place, 'it is switched off');
  const start = textOf(child(value, 'type')) === 'remote' ? { type: 'http' } : {};
  const server = new ImportedServer(draft, { variable: VARIABLE, path }, start);
  readFields(
    value,
    {
      ...{ type: null, enabled: null },
      command: (one) => {
        const [command, ...args] = server.list(one);
        Object.assign(server.fields, given({ command, args: args.length === 0 ? undefined : args }));
      },
      environment: server.field('env'),
      ...server.same('cwd', 'url', 'headers'),
      timeout: server.set('startTimeout', numberOf),
      oauth: 'loadout auth logs in to a server that asks for it',
    },
    { draft, path },
  );
  return server.serve(name, value.place)?.tools;
}

/** The tools that a key of `permission` is about. */
const DECIDED: Readonly<Record<string, readonly string[]>> = {
  edit: ['Edit', 'Write'],
  bash: ['Bash'],
  webfetch: ['WebFetch'],
  read: ['Read'],
};

const BEHAVIORS = ['allow', 'ask', 'deny'];

function readPermission(node: Node, path: Path, draft: Draft): void {
  const rules: Record<string, string[]> = {};
  const add = (behavior: string, made: readonly string[]) => {
    rules[behavior] = [...(rules[behavior] ?? []), ...made];
  };
  for (const [key, { key: place, value }] of entriesOf(node)) {
    const at: Path = [...path, key];
    const tools = Object.hasOwn(DECIDED, key) ? DECIDED[key] : undefined;
    if (tools === undefined) draft.lose(at, place, 'there is no tool of this name');
    else if (isMap(value) && key === 'bash') readBashRules(value, at, { draft, add });
    else if (BEHAVIORS.includes(textOf(value) ?? '')) {
      add(textOf(value) ?? '', tools);
      draft.gain(at, place, `permissions.${textOf(value)}`);
    } else draft.lose(at, place, 'it is neither allow, ask nor deny');
  }
  draft.permissions = rules;
}

interface Rules {
  readonly draft: Draft;
  add(behavior: string, rules: readonly string[]): void;
}

/** Reads patterns of commands, of which the last one that matches decides there. Here a deny comes before an ask, and that before an allow. */
function readBashRules(node: MapNode, path: Path, { draft, add }: Rules): void {
  const allows = [...node.entries.values()].some(({ value }) => textOf(value) === 'allow');
  for (const [words, { value }] of node.entries) {
    const behavior = textOf(value) ?? '';
    const rule = BEHAVIORS.includes(behavior) ? readCommands(words, behavior) : undefined;
    // A command that no rule allows is asked about anyway.
    if (words === '*' && behavior === 'ask') continue;
    if (words === '*' && behavior === 'deny' && allows)
      draft.lose(
        [...path, words],
        value.place,
        'other commands are asked about, since a deny would hold for the allowed ones too',
      );
    else if (rule !== undefined) {
      add(behavior, [rule]);
      draft.gain([...path, words], value.place, `permissions.${behavior}`);
    } else draft.lose([...path, words], value.place, 'the rule has no counterpart');
  }
}

/** Whether a document names the schema of opencode, or has servers in its form. */
export const isOpencode = (document: MapNode): boolean =>
  (textOf(child(document, '$schema')) ?? '').includes('opencode.ai') ||
  [...entriesOf(child(document, 'mcp')).values()].some(({ value }) =>
    ['local', 'remote'].includes(textOf(child(value, 'type')) ?? ''),
  );
