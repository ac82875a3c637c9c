import { resolve } from 'node:path';
import { printable, printableJson } from '@loadout/command';
import type { pluginDoctor } from '../arguments/start-definitions.js';
import { examinePlugin } from '../doctor/plugin/examine-plugin.js';
import { errors } from '../errors.js';
import type { Command } from './command.js';

/** Says before publishing what others will say. The exit code is 1 if one of them will refuse the package. */
export const execute: Command<typeof pluginDoctor> = async ({ positionals: [folder = '.'], flags }, io) => {
  const dir = resolve(io.cwd, folder);
  const findings = await examinePlugin(dir, { env: io.env, mayInstall: flags.install });
  if (findings === undefined) throw errors.PLUGIN_DOCTOR_NO_PACKAGE({ dir: folder });
  if (flags.json) io.out(`${printableJson(findings, 2)}\n`);
  else
    for (const { area, level, text } of findings)
      io.out(`${level.padEnd(9)}  ${area.padEnd(8)}  ${printable(text).replaceAll('\n', `\n${' '.repeat(21)}`)}\n`);
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
};
