import { join } from 'node:path';
import type { ClaudeOptions } from '@loadout/config';
import {
  at,
  type ClaudeInput,
  child,
  type Entry,
  type ForeignFiles,
  INSTRUCTION_FILES,
  implicitProviders,
  isFolder,
  isList,
  isMap,
  type MapNode,
  type Node,
  startOf,
  withEntry,
} from '@loadout/config/documents';
import type { AgentContext } from '../compat/convert-agent.js';
import { readAgents } from '../compat/read-agents.js';
import { fitShape } from '../fields/check-shape.js';
import { compatContext, keysOf } from '../foreign/compat-context.js';
import { sourcesDown, sourcesIn } from '../instructions/folder-sources.js';
import { readTexts } from '../instructions/read-texts.js';
import { serverNames } from '../plugin/read-plugin.js';
import { readPlugins } from '../plugin/read-plugins.js';
import { layerOf, readCommandFolder, readSkillFolder } from '../skills/skill-folder.js';
import { boundsOf } from './bounds.js';
import { claudeFiles } from './claude-files.js';
import { withSandboxDefaults } from './convert-sandbox.js';
import { convertClaudeSettings } from './convert-settings.js';
import { type RawSettings, readRaw, type Scope } from './read-raw.js';
import { type FileServers, NO_STATE, readServers, stateOf } from './read-servers.js';

/** Reads the files of Claude Code that a program requests (CFG-13, CLI-02). */
export const readClaude: ForeignFiles['readClaude'] = async (claude, input) => {
  const files = claudeFiles(input);
  const contexts = contextsOf(input, files.home);
  const asks = (source: Scope) => claude.sources.some((one) => one === source);
  const raw = await readRaw(claude, { files, contexts });
  const strictMcp = claude.strictMcp === true;
  const isAsked = (!strictMcp && (asks('user') || asks('local'))) || (input.needsTrust && (asks('project') || asks('local')));
  const state = isAsked ? stateOf(files.state, contexts.user) : NO_STATE;
  const servers = strictMcp ? {} : await readServers(claude, state, { stateFile: files.state, contexts, raw });
  const plugins = await readPlugins(claude.pluginDirs ?? [], { ...contexts.flag, servers: new Set(), strictMcp });
  const read = await layersOf(claude, { raw, servers, contexts, plugins: plugins.layers, home: files.home });
  const layers = read.map((layer) => fitShape(layer, contexts.project));
  const switched = hooksSwitch([raw.user, raw.project, raw.local, raw.flag, raw.managed]);
  const own = hooksSwitch([raw.user, raw.flag, raw.managed]);
  const without = (node: Node | undefined) => (turnsOff(node) ? layers.map(withoutHooks) : layers);
  return {
    layers: without(switched),
    waiting: without(own),
    hooksSwitch: turnsOff(switched) === turnsOff(own) ? undefined : switched,
    bounds: boundsOf(raw, contexts.managed),
    withDefaults: withSandboxDefaults,
    accepted: state.accepted,
    told: { plugins: plugins.plugins, pluginErrors: plugins.pluginErrors, instructions: layers.flatMap(textFiles) },
  };
};

type Contexts = Readonly<Record<Scope, AgentContext>>;

interface Found {
  readonly raw: RawSettings;
  readonly servers: FileServers;
  readonly contexts: Contexts;
  readonly plugins: readonly MapNode[];
  readonly home: string;
}

async function layersOf(claude: ClaudeOptions, found: Found): Promise<readonly MapNode[]> {
  const { raw, servers, contexts, plugins, home } = found;
  const names = new Set([...contexts.flag.servers, ...[...Object.values(servers), ...plugins].flatMap(serverNames)]);
  const layers: (MapNode | undefined)[] = [...plugins];
  for (const scope of ['user', 'project', 'local', 'flag'] as const) {
    const context = { ...contexts[scope], servers: names };
    const settings = raw[scope];
    layers.push(settings === undefined ? undefined : convertClaudeSettings(settings, context), servers[scope]);
    if (scope === 'project') layers.push(servers.agreed);
    const isAsked = claude.sources.some((source) => source === scope);
    if (isAsked && scope === 'local') layers.push(await readTexts(context, sourcesDown(context, INSTRUCTION_FILES.local)));
    if (isAsked && scope === 'project') {
      layers.push(...(await readParts(join(context.folder, '.claude'), context)));
      layers.push(await readTexts(context, sourcesDown(context, INSTRUCTION_FILES.project)));
    }
    if (isAsked && scope === 'user') {
      layers.push(...(await readParts(home, context)));
      layers.push(await readTexts(context, sourcesIn(home, ['CLAUDE.md', 'rules/'], context)));
    }
  }
  return layers.filter((layer) => layer !== undefined);
}

async function readParts(folder: string, context: AgentContext): Promise<readonly (MapNode | undefined)[]> {
  const [commands, skills] = [join(folder, 'commands'), join(folder, 'skills')];
  return [
    await readAgents({ ...context, agentFolder: join(folder, 'agents') }),
    isFolder(commands) ? layerOf(commands, { skills: await readCommandFolder(commands, context), context }) : undefined,
    isFolder(skills) ? layerOf(skills, { skills: await readSkillFolder(skills, context), context }) : undefined,
  ];
}

function textFiles(layer: MapNode): readonly string[] {
  const instructions = at(layer, ['defaults', 'instructions']);
  return isList(instructions) ? instructions.items.map((item) => item.place.file) : [];
}

function contextsOf({ cwd, report, known }: ClaudeInput, home: string): Contexts {
  const [first] = known.flatMap((one) => [...keysOf(one, 'providers')]);
  const base: AgentContext = {
    ...compatContext(startOf(join(cwd, '.claude')), { file: join(cwd, '(options)'), report, known }),
    servers: new Set(known.flatMap((one) => keysOf(one, 'mcpServers'))),
    provider: first ?? Object.keys(implicitProviders)[0],
  };
  // Files that the user or the program names belong to them, wherever a link leads.
  return {
    user: { ...base, root: '/', place: startOf(home, 'user') },
    project: base,
    local: base,
    flag: { ...base, root: '/', place: startOf('(settings)', 'flag') },
    managed: { ...base, root: '/', place: startOf('(managed settings)', 'managed') },
  };
}

/** The switch that turns all hooks off or on: that of the last of these settings that has one. */
const hooksSwitch = (settings: readonly (MapNode | undefined)[]): Node | undefined =>
  settings.map((one) => child(one, 'disableAllHooks')).findLast((node) => node?.kind === 'scalar');

const turnsOff = (node: Node | undefined): boolean => node?.kind === 'scalar' && node.value === true;

/** The layer without its hooks, and without those of its agents and skills. */
function withoutHooks(layer: MapNode): MapNode {
  const plain = withEntry(layer, { key: 'hooks', value: undefined });
  return ['agents', 'skills'].reduce((now, key) => {
    const section = now.entries.get(key)?.value;
    if (!isMap(section)) return now;
    const entries = [...section.entries].map(([name, entry]): [string, Entry] => [
      name,
      isMap(entry.value) ? { ...entry, value: withEntry(entry.value, { key: 'hooks', value: undefined }) } : entry,
    ]);
    return withEntry(now, { key, value: { ...section, entries: new Map(entries) } });
  }, plain);
}
