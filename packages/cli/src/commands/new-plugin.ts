import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { writeFile } from '@loadout/command';
import type { Command } from '../arguments/command.js';
import type { newPlugin } from '../arguments/definitions.js';
import { errors } from '../errors.js';

/** Writes all files of the plugin, or none if one of them exists. */
export const execute: Command<typeof newPlugin> = async ({ positionals: [name = ''], flags }, io) => {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw errors.NEW_NAME({ name });
  const dir = resolve(io.cwd, flags.dir ?? `loadout-plugin-${name}`);
  const files = Object.entries(filled(name));
  const there = files.map(([path]) => join(dir, path)).find((file) => existsSync(file));
  if (there !== undefined) throw errors.NEW_EXISTS({ file: relative(io.cwd, there) });
  for (const [path, text] of files) writeFile(join(dir, path), { text });
  const place = relative(io.cwd, dir) || '.';
  io.out(`Wrote ${place}. Next:\n  cd ${place} && npm install && npm run build && npm test\n`);
  io.out('  npx @loadout/cli trust && npx @loadout/cli run   # the example in agent.config.yaml needs no key\n');
  return 0;
};

/** The files of a plugin by path. The build puts the template beside the command. */
function filled(name: string): Readonly<Record<string, string>> {
  const template = readFileSync(new URL('./plugin-template.json', import.meta.url), 'utf8');
  const text = template.replaceAll('__name__', name).replaceAll('__mount__', name.replaceAll('-', '_'));
  return JSON.parse(text) as Readonly<Record<string, string>>;
}
