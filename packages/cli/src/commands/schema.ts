import { relative, resolve } from 'node:path';
import { configSchema } from '@loadout/config';
import type { schema } from '../arguments/definitions.js';
import { installedManifests } from '../load/installed-manifests.js';
import { workingFolder } from '../load/working-folder.js';
import { writeFile } from '../load/write-file.js';
import { printableJson } from '../render/printable.js';
import type { Command } from './command.js';

export const execute: Command<typeof schema> = async ({ flags }, io) => {
  const cwd = workingFolder(io.cwd, { flag: '--cwd', dir: flags.cwd });
  const text = `${printableJson(await configSchema({ manifests: installedManifests(cwd) }), 2)}\n`;
  if (flags.print) {
    io.out(text);
    return 0;
  }
  const file = resolve(cwd, flags.out ?? '.loadout/schema.json');
  writeFile(file, { text });
  const path = relative(cwd, file);
  io.out(`Wrote ${path}. Add this as the first line of agent.config.yaml:\n# yaml-language-server: $schema=${path}\n`);
  return 0;
};
