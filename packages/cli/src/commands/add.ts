import { relative } from 'node:path';
import { addPlugin, misspelt, readManifest } from '@loadout/config';
import type { PluginManifest } from '@loadout/core';
import type { add } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import { dependenciesOf, openPluginFile } from '../load/plugin-file.js';
import { runNpm } from '../load/run-npm.js';
import { printable } from '../render/printable.js';
import { visible, visibleValue } from '../render/visible.js';
import type { Command } from './command.js';

export const execute: Command<typeof add> = async ({ positionals: [wanted = ''], flags }, io) => {
  const config = await openPluginFile(flags, io);
  const problem = misspelt(nameOf(wanted) ?? '');
  if (problem !== undefined) throw errors.ADD_MISSPELT({ problem });
  const before = dependenciesOf(config.configDir);
  await runNpm(['install', '--save', wanted], { cwd: config.configDir, io });
  const use = nameOf(wanted) ?? addedTo(before, dependenciesOf(config.configDir)) ?? wanted;
  const found = readManifest(use, config.configDir);
  if (found === undefined) throw errors.ADD_NO_PLUGIN({ use });
  const mount = flags.as ?? mountOf(use);
  const there = Object.hasOwn(config.plugins, mount) ? config.plugins[mount] : undefined;
  if (there !== undefined && there !== use) throw errors.ADD_MOUNT_TAKEN({ mount, use: there });
  io.out(touched(found.manifest, { use, version: found.version }));
  await config.write(there === undefined ? await addPlugin(config.text, { mount, use }) : config.text);
  io.out(`Mounted as ${printable(mount)} in ${printable(relative(io.cwd, config.file))} and updated the lock.\n`);
  if (!(await config.isTrusted())) io.out('The plugin is disabled until you run: loadout trust\n');
  return 0;
};

/** The name in `@scope/name@range`; `undefined` for a path, a file or an address, whose name npm finds. */
const nameOf = (wanted: string): string | undefined =>
  /^(?:@[\w.-]+\/)?[\w-][\w.-]*(?=@|$)/.exec(/\.t(?:ar\.)?gz$|:/.test(wanted) ? '' : wanted)?.[0];

const addedTo = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string | undefined =>
  Object.keys(after).find((name) => before[name] !== after[name]);

/** `@acme/loadout-plugin-crm` is crm, `@loadout/tool-fs` is fs. */
const mountOf = (use: string): string => use.replace(/^@[^/]+\//, '').replace(/^(?:loadout-plugin|tool)-/, '');

function touched(manifest: PluginManifest, { use, version }: { readonly use: string; readonly version: string }): string {
  const tools = (manifest.tools ?? []).map((tool) => tool.name).join(', ');
  const lines = [
    `${visible(use)} ${visible(version)}`,
    `  tools: ${visible(tools) || 'none'}`,
    ...((manifest.hooks ?? []).length === 0 ? [] : [`  hooks: ${visible((manifest.hooks ?? []).join(', '))}`]),
    ...Object.entries(manifest.touches ?? {}).map(
      ([what, value]) => `  ${visible(what)}: ${visibleValue(value).replace(/\s+/g, ' ')}`,
    ),
  ];
  return `${lines.join('\n')}\n  Declared by the author and not verified. A plugin runs with the permissions of this process.\n`;
}
