import { relative, resolve } from 'node:path';
import { defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { exportPlugin } from './export-plugin.js';
import { readPackage } from './read-package.js';

const definition = {
  name: 'plugin export',
  group: 'share',
  summary: 'Write a plugin of Claude Code from a Loadout plugin, whose tools become those of its MCP server.',
  positionals: [{ name: 'folder', optional: true, help: 'The folder of the plugin package. Default: this folder.' }],
  flags: [{ name: 'claude', value: 'DIR', help: 'The folder to write. It must be new or empty.' }],
  details: [
    'The server runs the published package at its version with npx. The folders skills, commands, agents and hooks of the package are copied.',
    'Parts without a counterpart are named.',
  ],
  examples: ['--claude ../crm-for-claude', 'packages/crm --claude out/crm'],
} as const;

export default defineCommand(definition, async ({ positionals: [named = '.'], flags: { claude } }, host) => {
  if (claude === undefined) throw errors.PLUGIN_EXPORT({ problem: 'no folder to write is given', fix: 'Add --claude DIR.' });
  const folder = resolve(host.cwd, claude);
  const source = readPackage(resolve(host.cwd, named));
  const { name, tools, folders, lost } = await exportPlugin(source, folder);
  host.out(`Wrote ${name} ${source.json.version} to ${relative(host.cwd, folder) || '.'}.\n`);
  if (tools.length > 0) host.out(`  tools: ${tools.join(', ')}\n`);
  if (folders.length > 0) host.out(`  folders: ${folders.join(', ')}\n`);
  for (const one of lost) host.out(`  not exported: ${one}\n`);
  return 0;
});
