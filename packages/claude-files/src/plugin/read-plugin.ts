import { join } from 'node:path';
import {
  child,
  type Entry,
  flatten,
  isFile,
  isFolder,
  isMap,
  isText,
  type MapNode,
  mapOf,
  type Node,
  type Path,
  type Place,
  withEntry,
} from '@loadout/config/documents';
import { isHookEvent } from '@loadout/core/run';
import { readAgents } from '../compat/read-agents.js';
import { convertMcp } from '../compat/read-mcp.js';
import type { CompatContext } from '../foreign/compat-context.js';
import { convertHooks } from '../foreign/convert-hooks.js';
import { asForeign, joinMaps } from '../foreign/foreign-node.js';
import { readForeign } from '../foreign/read-foreign.js';
import { lose, refuse } from '../foreign/tell-foreign.js';
import { layerOf, readCommandFile, readCommandFolder, readNamedSkill, readSkillFolder } from '../skills/skill-folder.js';
import { formProblems, isAbout } from './manifest-form.js';
import { filesOf, has, namedParts, nameOf, type Part } from './part-paths.js';
import type { PluginContext } from './plugin-context.js';
import { bundleAddresses, bundleServer, readBundles, serverParts } from './read-bundles.js';
import { readLanguageServers } from './read-language-servers.js';
import type { Manifest } from './read-manifest.js';
import { readStyles } from './read-styles.js';
import { mapValues, type Values, withHookValues, withPlainValues, withValues } from './with-values.js';

/** Reads the parts of a plugin as layers in Loadout's terms. Names the parts that do nothing here. */
export async function readPlugin(manifest: Manifest, context: PluginContext): Promise<readonly MapNode[]> {
  await checkManifest(manifest, context);
  tellLostParts(manifest, context);
  const servers = context.skipServers === true ? undefined : await readServers(manifest, context);
  const known = new Set([...context.servers, ...serverNames(servers)]);
  const hooks = await readHooks(manifest, context);
  const agents = await readAgentParts(manifest, { ...context, servers: known });
  const skills = await readSkillParts(manifest, context);
  const languages = await readLanguageServers(manifest, context);
  const styles = await readStyles(manifest, context);
  return [hooks, servers, languages, agents, skills, styles].filter((layer) => layer !== undefined);
}

/** The hooks of `hooks/hooks.json`, and those that the manifest adds. */
async function readHooks(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const usual = join(context.folder, 'hooks/hooks.json');
  const named = (namedParts('hooks', manifest, context) ?? []).filter((part) => !('path' in part) || part.path !== usual);
  const layers: MapNode[] = [];
  for (const part of [{ path: usual }, ...named]) {
    const document =
      'path' in part ? await readForeign(part.path, { ...context, verbatim: true }) : asForeign(part.node, { verbatim: true });
    const hooks = child(document, 'hooks') ?? ('node' in part ? document : undefined);
    if (document !== undefined && hooks === undefined) tellBareHooks(document, context);
    if (hooks === undefined) continue;
    refuseShellOptions(hooks, context);
    layers.push(mapOf(hooks.place, { hooks: withHookValues(convertHooks(hooks, ['hooks'], context), context.values) }));
  }
  return layers.length === 0 ? undefined : layers.reduce(joinMaps);
}

/** Refuses hooks at the top of a file, which neither program reads: one of them may be a guard. */
function tellBareHooks(document: Node, context: PluginContext): void {
  const events = isMap(document) ? [...document.entries].filter(([key]) => isHookEvent(key)) : [];
  for (const [key, { key: place }] of events)
    refuse({ path: [key], key, place, problem: 'the hooks of a file belong under the key hooks' }, context);
  const modules = isMap(document) ? document.entries.get('modules') : undefined;
  if (modules !== undefined) lose({ path: ['modules'], place: modules.key, problem: 'modules of hooks do not run' }, context);
}

/** Refuses options in a line for a shell: their values would be read as commands. */
function refuseShellOptions(node: Node, context: PluginContext): void {
  if (node.kind === 'list') for (const item of node.items) refuseShellOptions(item, context);
  if (!isMap(node)) return;
  if (child(node, 'args') === undefined) refuseOption(child(node, 'command'), 'command', context);
  for (const { value } of node.entries.values()) refuseShellOptions(value, context);
}

function refuseOption(line: Node | undefined, key: string, context: PluginContext): void {
  const option = isText(line) ? /\$\{user_config\.(\w+)\}/.exec(line.value) : null;
  if (line === undefined || option === null) return;
  const name = `CLAUDE_PLUGIN_OPTION_${option[1]?.toUpperCase()}`;
  const problem = `a shell would read the value of ${option[0]} as part of the command; its author must use args, or "$${name}"`;
  refuse({ path: [key], key, place: line.place, problem }, context);
}

/** Reads the servers under names that contain the plugin's name, because two plugins may have servers of the same name. */
async function readServers(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const usual = join(context.folder, '.mcp.json');
  const named = serverParts(manifest, context);
  const layers: MapNode[] = [];
  for (const part of [{ path: usual }, ...named.filter((one) => !('path' in one) || one.path !== usual)]) {
    const document = 'path' in part ? await readForeign(part.path, { ...context, verbatim: false }) : part.node;
    const found = isMap(document) ? convertMcp(wrapped(document, !('path' in part)), {}, context) : undefined;
    if (found !== undefined) layers.push(found);
  }
  const bundles = context.bundles ?? (await readBundles(manifest, context));
  for (const bundle of bundles) {
    const { place } = bundle.server;
    layers.push(mapOf(place, { mcpServers: mapOf(place, { [bundle.name]: bundleServer(bundle, context.values) }) }));
  }
  if (layers.length === 0) return undefined;
  const all = layers.reduce(joinMaps);
  const servers = child(all, 'mcpServers');
  if (!isMap(servers)) return all;
  for (const { value } of servers.entries.values()) refuseOption(child(value, 'headersHelper'), 'headersHelper', context);
  const prefixed = [...servers.entries].map(([key, entry]): [string, Entry] => [
    `plugin:${context.namespace}:${key}`,
    { ...entry, value: withValues(withDataFolder(entry.value), context.values) },
  ]);
  return mapOf(servers.place, { mcpServers: { ...servers, entries: new Map(prefixed) } });
}

/** Tells a server the folder of the plugin's data, if it uses the folder: whoever starts the server creates it then. */
function withDataFolder(server: Node): Node {
  const name = 'CLAUDE_PLUGIN_DATA';
  const text = `\${${name}}`;
  const value: Node = { kind: 'scalar', place: server.place, value: text };
  if (!isMap(server) || !JSON.stringify(flatten(server).data).includes(text)) return server;
  const env = child(server, 'env') ?? mapOf(server.place, {});
  return isMap(env) ? withEntry(server, { key: 'env', value: withEntry(env, { key: name, value }) }) : server;
}

/** Servers stand under mcpServers, or alone, as they always do in a manifest. */
function wrapped(document: MapNode, isAlone: boolean): MapNode {
  const isBare =
    !document.entries.has('mcpServers') && (isAlone || [...document.entries.values()].some(({ value }) => isServer(value)));
  if (!isBare) return document;
  const servers = [...document.entries].filter(([key]) => !key.startsWith('$'));
  return mapOf(document.place, { mcpServers: { ...document, entries: new Map(servers) } });
}

const isServer = (node: Node): boolean => ['command', 'url', 'registry'].some((key) => child(node, key) !== undefined);

export function serverNames(layer: MapNode | undefined): readonly string[] {
  const servers = layer?.entries.get('mcpServers')?.value;
  return isMap(servers) ? [...servers.entries.keys()] : [];
}

/** The agents of `agents/`, or those that the manifest names instead. */
async function readAgentParts(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const named = namedParts('agents', manifest, context);
  const agentFiles = named?.flatMap((part) => ('path' in part ? filesOf(part.path, '.md') : []));
  const layer = await readAgents({ ...context, agentFolder: join(context.folder, 'agents'), agentFiles });
  const agents = child(layer, 'agents');
  if (layer === undefined || !isMap(agents)) return layer;
  const filled = mapValues(agents, (agent) => withOwnHooks(agent, withPlainValues(agent, context.values), context));
  return withEntry(layer, { key: 'agents', value: filled });
}

/**
 * The commands and skills. The manifest names other commands instead, and other skills in addition. In a folder that several plugins
 * share, the skills that an entry names are all that it has.
 */
async function readSkillParts(manifest: Manifest, context: PluginContext): Promise<MapNode | undefined> {
  const { folder, namespace } = context;
  const skills = new Map<string, Entry>();
  const add = (found: ReadonlyMap<string, Entry>) => {
    for (const [name, entry] of found) skills.set(name, entry);
  };
  for (const part of namedParts('commands', manifest, context) ?? [{ path: join(folder, 'commands') }])
    for (const one of await readCommands(part, context)) add(one);
  const usual = join(folder, 'skills');
  const named = namedParts('skills', manifest, context);
  const isWhole = named === undefined || manifest.isShared !== true;
  if (isWhole && isFolder(usual)) add(await readSkillFolder(usual, context));
  else if (isWhole && isFile(join(folder, 'SKILL.md')))
    add(await readNamedSkill(`${namespace}:${manifest.name}`, { path: folder, context }));
  for (const part of named ?? [])
    if ('path' in part && (!isWhole || part.path !== usual)) add(await readSkillsAt(part.path, context));
  const layer = layerOf(folder, { skills, context });
  const read = child(layer, 'skills');
  if (layer === undefined || !isMap(read)) return layer;
  const filled = mapValues(read, (skill) => withOwnHooks(skill, withTextValues(skill, context.values), context));
  return withEntry(layer, { key: 'skills', value: filled });
}

async function readCommands(part: Part, context: PluginContext): Promise<readonly ReadonlyMap<string, Entry>[]> {
  if ('path' in part) {
    if (isFolder(part.path)) return [await readCommandFolder(part.path, context)];
    return [await readCommandFile(part.path, { ...context, name: nameOf(part.path) })];
  }
  const found: ReadonlyMap<string, Entry>[] = [];
  for (const [name, { key, value }] of isMap(part.node) ? part.node.entries : []) {
    const source = child(value, 'source');
    const [at] = isText(source)
      ? (namedParts('source', { document: mapOf(key, { source }), name, version: undefined, place: key }, context) ?? [])
      : [];
    if (at !== undefined && 'path' in at) found.push(await readCommandFile(at.path, { ...context, name }));
    else
      lose(
        { path: ['commands', name], key: `commands.${name}`, place: key, problem: 'only commands in files are read' },
        context,
      );
  }
  return found;
}

/** The skill in a folder, or the skills in its subfolders. */
const readSkillsAt = (path: string, context: PluginContext) =>
  isFile(join(path, 'SKILL.md'))
    ? readNamedSkill(`${context.namespace}:${nameOf(path)}`, { path, context })
    : isFolder(path)
      ? readSkillFolder(path, context)
      : Promise.resolve(new Map<string, Entry>());

/** Puts the hooks of an agent or a skill into its filled form, with the values as hooks get them. */
function withOwnHooks(entry: Node, filled: Node, context: PluginContext): Node {
  const hooks = child(entry, 'hooks');
  if (hooks === undefined || !isMap(filled)) return filled;
  refuseShellOptions(hooks, context);
  return withEntry(filled, { key: 'hooks', value: withHookValues(hooks, context.values) });
}

/** Texts that a shell reads as one word. The text of a skill can hold commands. */
const PLAIN_WORD = /^[\w.:/@%+=,-]*$/;

/** Gives a skill the values of placeholders in its text: folders, and options that are plain words, known now and no secret. */
function withTextValues(skill: Node, values: Values): Node {
  if (!isMap(skill)) return skill;
  const { place } = skill;
  const plain = [...values].filter(
    ([name, { text, isSecret, isTemplate }]) =>
      isSecret !== true && isTemplate !== true && (!name.startsWith('user_config.') || PLAIN_WORD.test(text)),
  );
  const map = plain.map(([name, { text }]) => [name, { kind: 'scalar', place, value: text, verbatim: true }] as const);
  return withEntry(skill, { key: 'values', value: mapOf(place, Object.fromEntries(map)) });
}

const TYPES = ['string', 'number', 'boolean', 'directory', 'file'];

/**
 * Names what Claude Code refuses in a manifest and nothing here depends on. An option that cannot be filled in is an error. Whoever checks
 * a plugin for its author says more (decision 0165).
 */
async function checkManifest({ document, isWritten }: Manifest, context: PluginContext): Promise<void> {
  const problems = isWritten === true && context.isChecked !== true ? await formProblems(document) : [];
  for (const one of problems.filter(isAbout))
    lose({ ...one, problem: `Claude Code refuses it, because it ${one.problem}` }, context);
  const options = child(document, 'userConfig');
  for (const [name, { key, value }] of isMap(options) ? options.entries : []) {
    const path: Path = ['userConfig', name];
    const type = child(value, 'type');
    const wrong = !/^[A-Za-z_]\w*$/.test(name)
      ? 'its name cannot be a variable'
      : !isText(type) || !TYPES.includes(type.value)
        ? `its type is none of ${TYPES.join(', ')}`
        : undefined;
    if (wrong !== undefined) refuse({ path, key: path.join('.'), place: key, problem: wrong, restrictsNothing: true }, context);
  }
}

/** Parts of a plugin that do nothing here, by its key in the manifest and its place in the folder. */
const LOST: Readonly<Record<string, { readonly files: readonly string[]; readonly note: string }>> = {
  bin: { files: ['bin'], note: 'its programs are not added to the PATH of commands' },
  monitors: { files: ['monitors'], note: 'monitors do not run' },
  themes: { files: ['themes'], note: 'Loadout has no themes' },
  workflows: { files: ['workflows'], note: 'workflows do not run' },
  settings: { files: ['settings.json'], note: 'settings of a plugin are not read' },
  channels: { files: [], note: 'Loadout takes no messages from a server as from a channel' },
  experimental: { files: [], note: 'themes and monitors are not read' },
  dependencies: { files: [], note: 'it is not added with this one; mount it too' },
  apps: { files: ['.app.json'], note: 'apps are not read' },
};

/** The names of the parts that do nothing here, with the reason. */
function lostParts(folder: string, { document, place }: Manifest): readonly { key: string; note: string; place: Place }[] {
  return Object.entries(LOST).flatMap(([key, { files, note }]) => {
    const entry = document.entries.get(key);
    const file = files.find((name) => has(folder, name));
    if (entry === undefined && file === undefined) return [];
    return [{ key: file ?? key, note, place: entry?.key ?? place }];
  });
}

const NOT_FETCHED = 'a bundle at an address is not fetched with the plugin';

/** Names each part that does nothing here. */
function tellLostParts(manifest: Manifest, context: CompatContext): void {
  for (const { key, note, place } of lostParts(context.folder, manifest))
    lose({ path: [key], key, place, problem: note }, context);
  for (const { place } of bundleAddresses(manifest))
    lose({ path: ['mcpServers'], place, problem: NOT_FETCHED, fix: 'Add it with: loadout mcp add' }, context);
}
