import { relative, resolve } from 'node:path';
import { renderDiagnostics } from '@loadout/config';
import { isFolder } from '@loadout/config/documents';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { checkPlugin } from '../plugin/check-plugin.js';

const definition = {
  name: 'plugin check',
  group: 'look',
  summary: 'Check a plugin of Claude Code for this program and for Claude Code: its manifest, and each part as a mount reads it.',
  positionals: [{ name: 'folder', optional: true, help: 'The folder of the plugin. Default: this folder.' }],
  flags: [jsonFlag],
  examples: ['vendor/notes'],
} as const;

export default defineCommand(definition, async ({ positionals: [named = '.'], flags }, host) => {
  const folder = resolve(host.cwd, named);
  const checked = isFolder(folder) ? await checkPlugin(folder) : undefined;
  if (checked === undefined) throw errors.PLUGIN_NONE({ folder: named });
  const { name, problems } = checked;
  const ok = !problems.some((one) => one.severity === 'error');
  if (flags.json) host.json({ ok, plugin: name, folder: relative(host.cwd, folder) || '.', problems });
  else host.out(problems.length === 0 ? `${name}: ok\n` : `${renderDiagnostics(problems, { cwd: host.cwd })}\n`);
  return ok ? 0 : 2;
});
