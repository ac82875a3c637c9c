import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { writeFile } from '@loadout/command';
import { defineCommand } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { refuseLink } from './schema.js';

const definition = {
  name: 'new plugin',
  group: 'share',
  summary: 'Write a plugin package with a build, a test, and an example that runs without an API key.',
  positionals: [{ name: 'name', help: 'Lowercase letters, digits and hyphens: crm creates loadout-plugin-crm.' }],
  flags: [{ name: 'dir', value: 'DIR', help: 'The folder to write to. Default: a new folder named after the package.' }],
  examples: ['crm'],
} as const;

/** Writes all files of the plugin, or none if one of them exists. */
export default defineCommand(definition, async ({ positionals: [name = ''], flags }, host) => {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(name)) throw errors.NEW_NAME({ name });
  const dir = resolve(host.cwd, flags.dir ?? `loadout-plugin-${name}`);
  const files = Object.entries(filled(name));
  for (const [path] of files) for (const folder of [dir, host.cwd]) refuseLink(join(dir, path), folder);
  const there = files.map(([path]) => join(dir, path)).find((file) => existsSync(file));
  if (there !== undefined) throw errors.NEW_EXISTS({ file: relative(host.cwd, there) });
  try {
    for (const [path, text] of files) writeFile(join(dir, path), { text });
  } catch (error) {
    for (const [path] of files) rmSync(join(dir, path), { force: true });
    throw error;
  }
  const place = relative(host.cwd, dir) || '.';
  host.out(`Wrote ${place}. Next:\n  cd ${place} && npm install && npm run build && npm test\n`);
  host.out('  npx @loadout/cli trust && npx @loadout/cli run   # the example in agent.config.yaml needs no key\n');
  return 0;
});

/** The files of a plugin by path. The build puts the template beside the command. */
function filled(name: string): Readonly<Record<string, string>> {
  const template = readFileSync(new URL('./plugin-template.json', import.meta.url), 'utf8');
  const text = template.replaceAll('__name__', name).replaceAll('__mount__', name.replaceAll('-', '_'));
  return JSON.parse(text) as Readonly<Record<string, string>>;
}
