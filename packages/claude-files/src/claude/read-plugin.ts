import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { type ClaudePlugin, type ClaudePluginDir, errors, jsonValue, type LoadedClaude } from '@loadout/config';
import {
  child,
  convertHooks,
  type Entry,
  isFile,
  isFolder,
  isMap,
  isSkillName,
  layerOf,
  lose,
  type MapNode,
  mapOf,
  type Place,
  Report,
  readCommandFolder,
  readForeign,
  readSkillFolder,
} from '@loadout/config/documents';
import { messageOf } from '@loadout/core';
import type { AgentContext } from '../compat/convert-agent.js';
import { readAgents } from '../compat/read-agents.js';
import { convertMcp } from '../compat/read-mcp.js';
import { checkShape } from './check-shape.js';
import { withHookRoot, withPluginRoot } from './plugin-root.js';

interface PluginContext extends AgentContext {
  readonly strictMcp: boolean;
}

interface ReadPlugins extends Pick<LoadedClaude, 'plugins' | 'pluginErrors'> {
  readonly layers: readonly MapNode[];
}

/**
 * Reads the plugins of these folders as a few layers each. A plugin that cannot be read is left out as a whole; the others are
 * used.
 */
export async function readPlugins(dirs: readonly ClaudePluginDir[], context: PluginContext): Promise<ReadPlugins> {
  const plugins = new Map<string, ClaudePlugin>();
  const pluginErrors: { path: string; message: string }[] = [];
  const layers: MapNode[] = [];
  for (const dir of dirs) {
    const path = resolve(context.folder, dir.path);
    const report = new Report();
    const read = await readPlugin(path, { ...context, report, strictMcp: context.strictMcp || dir.skipMcp === true });
    const first = read === undefined ? undefined : plugins.get(read.plugin.name);
    if (first !== undefined && first.path !== path) fail(`${first.path} is called ${first.name} too`, { path, report });
    const [problem] = report.errors;
    if (read === undefined || problem !== undefined) {
      const message = problem?.message ?? 'it cannot be read';
      pluginErrors.push({ path, message });
      context.report.warn(errors.CONFIG_CLAUDE_PLUGIN({ path, problem: message }), { path: ['plugins', path] });
    } else if (first === undefined) {
      context.report.adopt(report);
      plugins.set(read.plugin.name, read.plugin);
      layers.push(...read.layers);
    }
  }
  return { plugins: [...plugins.values()], pluginErrors, layers };
}

const fail = (problem: string, { path, report }: { readonly path: string; readonly report: Report }): undefined =>
  void report.error(errors.CONFIG_UNREADABLE({ file: path, problem }), { path: [] });

async function readPlugin(
  path: string,
  context: PluginContext,
): Promise<{ readonly plugin: ClaudePlugin; readonly layers: readonly MapNode[] } | undefined> {
  if (!isFolder(path)) return fail('there is no such folder', { path, report: context.report });
  const manifest = readManifest(path, context.report);
  if (manifest === undefined) return undefined;
  const { name, version } = manifest;
  const place: Place = { file: join(path, '.claude-plugin/plugin.json'), line: 1, column: 1, length: 1, layer: 'plugin' };
  const here = { ...context, folder: path, root: '/', place, namespace: name };
  for (const key of UNREAD)
    if (key in manifest)
      lose({ path: [key], key, place, problem: 'only the standard folders and files of a plugin are read' }, here);
  const servers = context.strictMcp ? undefined : await readServers(here);
  const known = new Set([...context.servers, ...serverNames(servers)]);
  const folder = (part: string) => join(path, part);
  const commands = isFolder(folder('commands')) ? await readCommandFolder(folder('commands'), here) : new Map();
  const skills = isFolder(folder('skills')) ? await readSkillFolder(folder('skills'), here) : new Map();
  const layers = [
    await readHooks(here),
    servers,
    await readAgents({ ...here, servers: known, agentFolder: folder('agents') }),
    layerOf(folder('commands'), { skills: commands, context: here }),
    layerOf(folder('skills'), { skills, context: here }),
  ].filter((layer) => layer !== undefined);
  for (const layer of layers) checkShape(layer, context.report);
  return { plugin: { name, path, ...(typeof version === 'string' ? { version } : {}) }, layers };
}

const UNREAD = ['commands', 'agents', 'skills', 'hooks', 'mcpServers'];

/** Reads the manifest of a plugin. A plugin without a manifest is named after its folder. */
function readManifest(path: string, report: Report): (Record<string, unknown> & { readonly name: string }) | undefined {
  const file = join(path, '.claude-plugin/plugin.json');
  try {
    const found: unknown = isFile(file) ? jsonValue(readFileSync(file, 'utf8')) : {};
    const manifest = typeof found === 'object' && found !== null ? { name: basename(path), ...found } : undefined;
    const { name } = manifest ?? {};
    if (typeof name === 'string' && isSkillName(name) && !name.includes(':')) return { ...manifest, name };
    return fail(`${JSON.stringify(name)} cannot be the name of a plugin`, { path: file, report });
  } catch (error) {
    return fail(messageOf(error), { path: file, report });
  }
}

type Here = PluginContext & { readonly namespace: string };

async function readHooks(context: Here): Promise<MapNode | undefined> {
  const document = await readForeign(join(context.folder, 'hooks/hooks.json'), { ...context, verbatim: true });
  const hooks = child(document, 'hooks');
  if (hooks === undefined) return undefined;
  return mapOf(hooks.place, { hooks: withHookRoot(convertHooks(hooks, ['hooks'], context), context.folder) });
}

/** Reads the servers under names that contain the plugin's name, because two plugins may have servers of the same name. */
async function readServers(context: Here): Promise<MapNode | undefined> {
  const document = await readForeign(join(context.folder, '.mcp.json'), { ...context, verbatim: false });
  const found = document === undefined ? undefined : convertMcp(document, {}, context);
  const servers = found?.entries.get('mcpServers')?.value;
  if (!isMap(servers)) return found;
  const named = [...servers.entries].map(([key, entry]): [string, Entry] => [
    `plugin:${context.namespace}:${key}`,
    { ...entry, value: withPluginRoot(entry.value, context.folder) },
  ]);
  return mapOf(servers.place, { mcpServers: { ...servers, entries: new Map(named) } });
}

export function serverNames(layer: MapNode | undefined): readonly string[] {
  const servers = layer?.entries.get('mcpServers')?.value;
  return isMap(servers) ? [...servers.entries.keys()] : [];
}
