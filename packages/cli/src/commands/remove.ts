import { relative } from 'node:path';
import { printable } from '@loadout/command';
import { removePlugin } from '@loadout/config';
import { nearest } from '@loadout/core';
import type { remove } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import { claudeEntries } from '../load/claude-plugins.js';
import { dependenciesOf, openPluginFile } from '../load/plugin-file.js';
import { runNpm } from '../load/run-npm.js';
import type { Command } from './command.js';

export const execute: Command<typeof remove> = async ({ positionals: [name = ''], flags }, io) => {
  const config = await openPluginFile(flags, io);
  const claude = Object.entries((await claudeEntries(flags, io))?.plugins ?? {}).map(
    ([mount, one]) => [mount, one.claude] as const,
  );
  const mounts = [...Object.entries(config.plugins), ...claude];
  const [mount, use] = mounts.find(([one]) => one === name) ?? mounts.find(([, one]) => one === name) ?? [];
  const text = mount === undefined ? undefined : await removePlugin(config.text, mount);
  if (mount === undefined || use === undefined || text === undefined)
    throw errors.REMOVE_UNKNOWN({
      name,
      nearest: nearest(
        name,
        mounts.map(([one]) => one),
      ),
    });
  await config.write(text);
  io.out(`Removed ${printable(mount)} from ${printable(relative(io.cwd, config.file))} and the lock.\n`);
  if (claude.some(([one]) => one === mount)) io.out('Its files stay in the state folder, since another project may use them.\n');
  const isUsed = mounts.some(([one, other]) => one !== mount && other === use);
  if (!isUsed && Object.hasOwn(dependenciesOf(config.configDir), use))
    await runNpm(['uninstall', '--save', use], { cwd: config.configDir, io });
  return 0;
};
