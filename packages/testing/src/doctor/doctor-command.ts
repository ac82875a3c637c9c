import { resolve } from 'node:path';
import { defineCommand, jsonFlag } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { examinePlugin } from './examine-plugin.js';

const definition = {
  name: 'plugin doctor',
  group: 'share',
  summary:
    'Find the problems that npm, TypeScript, Node, MCP hosts and other toolkits would have with a plugin package, before you publish it.',
  positionals: [{ name: 'dir', optional: true, help: 'The folder of the package. Default: the current folder.' }],
  flags: [{ name: 'install', help: 'Fetch the oldest and the newest TypeScript with npx, if they are not installed.' }, jsonFlag],
  details: [
    'Build first: the package is examined as npm would pack it now. setup of the plugin runs once, with example options.',
    'The exit code is 1 if there is an error. What could not be checked is listed as unchecked.',
  ],
  examples: ['loadout-plugin-crm'],
} as const;

/** Says before publishing what others will say. The exit code is 1 if one of them will refuse the package. */
export default defineCommand(definition, async ({ positionals: [folder = '.'], flags }, host) => {
  const dir = resolve(host.cwd, folder);
  const findings = await examinePlugin(dir, { env: host.env, mayInstall: flags.install });
  if (findings === undefined) throw errors.PLUGIN_DOCTOR_NO_PACKAGE({ dir: folder });
  if (flags.json) host.json(findings);
  else
    for (const { area, level, text } of findings)
      host.out(`${level.padEnd(9)}  ${area.padEnd(8)}  ${text.replaceAll('\n', `\n${' '.repeat(21)}`)}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
});
