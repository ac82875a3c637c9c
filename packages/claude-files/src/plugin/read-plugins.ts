import { basename, resolve } from 'node:path';
import { type ClaudePlugin, type ClaudePluginDir, errors as configErrors, type LoadedClaude } from '@loadout/config';
import { isFolder, type MapNode, Report } from '@loadout/config/documents';
import { defined } from '@loadout/node';
import type { AgentContext } from '../compat/convert-agent.js';
import { errors } from '../errors.js';
import { checkShape } from '../fields/check-shape.js';
import { readManifest } from './read-manifest.js';
import { readPlugin } from './read-plugin.js';

interface PluginsContext extends AgentContext {
  readonly strictMcp: boolean;
}

interface ReadPlugins extends Pick<LoadedClaude, 'plugins' | 'pluginErrors'> {
  readonly layers: readonly MapNode[];
}

/**
 * Reads the plugins of these folders as a few layers each. A plugin that cannot be read is left out as a whole; the others are
 * used.
 */
export async function readPlugins(dirs: readonly ClaudePluginDir[], context: PluginsContext): Promise<ReadPlugins> {
  const plugins = new Map<string, ClaudePlugin>();
  const pluginErrors: { path: string; message: string }[] = [];
  const layers: MapNode[] = [];
  for (const dir of dirs) {
    const path = resolve(context.folder, dir.path);
    const report = new Report();
    const read = await readOne(path, { ...context, report, strictMcp: context.strictMcp || dir.skipMcp === true });
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
  void report.error(configErrors.CONFIG_UNREADABLE({ file: path, problem }), { path: [] });

async function readOne(
  path: string,
  context: PluginsContext,
): Promise<{ readonly plugin: ClaudePlugin; readonly layers: readonly MapNode[] } | undefined> {
  if (!isFolder(path)) return fail('there is no such folder', { path, report: context.report });
  const here = { ...context, folder: path, root: '/', place: { ...context.place, layer: 'plugin' as const } };
  const manifest = await readManifest(path, { ...here, name: basename(path) });
  if (manifest === undefined) return undefined;
  const { name, version } = manifest;
  const layers = await readPlugin(manifest, {
    ...here,
    namespace: name,
    values: new Map([['CLAUDE_PLUGIN_ROOT', { text: path }]]),
    skipServers: context.strictMcp,
  });
  for (const layer of layers) checkShape(layer, context.report);
  return { plugin: { name, path, ...defined({ version }) }, layers };
}
