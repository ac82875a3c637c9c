import { relative, resolve } from 'node:path';
import { renderDiagnostics } from '@loadout/config';
import { isFolder } from '@loadout/config/documents';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { checkMarketplace } from '../plugin/check-marketplace.js';
import { checkPlugin } from '../plugin/check-plugin.js';

const definition = {
  name: 'plugin check',
  group: 'look',
  summary: 'Check a plugin of Claude Code, or a marketplace of them, for this program and for Claude Code.',
  positionals: [
    { name: 'folder', optional: true, help: 'The folder of the plugin, or of the marketplace. Default: this folder.' },
  ],
  flags: [jsonFlag],
  details: [
    'Each part of a plugin is read as a mount reads it. For a marketplace, its list and the plugins in its folder are checked. Nothing is fetched.',
  ],
  examples: ['vendor/notes'],
} as const;

export default defineCommand(definition, async ({ positionals: [given = '.'], flags }, host) => {
  const folder = resolve(host.cwd, given);
  const market = isFolder(folder) ? await checkMarketplace(folder) : undefined;
  const plugin = market === undefined && isFolder(folder) ? await checkPlugin(folder) : undefined;
  const named = (dir: string) => relative(host.cwd, dir) || '.';
  const checked = market === undefined ? (plugin === undefined ? [] : [plugin]) : [market, ...market.plugins];
  if (checked.length === 0) throw errors.PLUGIN_NONE({ folder: given });
  const ok = !checked.some(({ problems }) => problems.some((one) => one.severity === 'error'));
  if (!flags.json)
    for (const { name, problems } of checked)
      host.out(problems.length === 0 ? `${name}: ok\n` : `${renderDiagnostics(problems, { cwd: host.cwd })}\n`);
  else if (plugin !== undefined) host.json({ ok, plugin: plugin.name, folder: named(folder), problems: plugin.problems });
  else if (market !== undefined) {
    const plugins = market.plugins.map((one) => ({ plugin: one.name, folder: named(one.folder), problems: one.problems }));
    host.json({ ok, marketplace: market.name, folder: named(folder), problems: market.problems, plugins });
  }
  return ok ? 0 : 2;
});
