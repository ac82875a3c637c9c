import { dirname, join, relative, resolve } from 'node:path';
import { ownPackage, printableJson, workingFolder, writeFile } from '@loadout/command';
import { configSchema, configsIn } from '@loadout/config';
import type { schema } from '../arguments/definitions.js';
import { installedManifests } from '../load/installed-manifests.js';
import type { Command } from './command.js';
import { SCHEMA_FILE } from './first-config.js';

export const execute: Command<typeof schema> = async ({ flags }, io) => {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const text = await schemaText(cwd);
  if (flags.print) {
    io.out(text);
    return 0;
  }
  const file = resolve(cwd, flags.out ?? SCHEMA_FILE);
  writeFile(file, { text });
  const config = configsIn(cwd).find((path) => /\.ya?ml$/.test(path)) ?? join(cwd, 'agent.config.yaml');
  const [wrote, first, path] = [relative(cwd, file), relative(cwd, config), relative(dirname(config), file)];
  io.out(`Wrote ${wrote}. Add this as the first line of ${first}:\n# yaml-language-server: $schema=${path}\n`);
  return 0;
};

/** The schema of a configuration in this folder, with the options of the plugins that are installed there, and with tests. */
export async function schemaText(cwd: string): Promise<string> {
  const test = await ownPackage('@loadout/test', () => import('@loadout/test'));
  return `${printableJson(await configSchema({ manifests: installedManifests(cwd), test: test?.testSchema() }), 2)}\n`;
}
