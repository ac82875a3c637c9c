import { relative } from 'node:path';
import { printable } from '@loadout/command';
import { folderOf } from '@loadout/config';
import { isObject, nearest } from '@loadout/core';
import type { Command } from '../arguments/command.js';
import type { remove } from '../arguments/trust-definitions.js';
import { errors } from '../errors.js';
import { openConfigText } from '../load/config-text.js';
import { runNpm } from '../load/run-npm.js';
import { dependenciesOf } from '../load/wanted-package.js';

export const execute: Command<typeof remove> = async ({ positionals: [name = ''], flags }, io) => {
  const config = await openConfigText({ ...flags, param: [] }, io);
  const claude = Object.entries(await config.entries('plugins')).flatMap(([mount, entry]) =>
    isObject(entry) && typeof entry.claude === 'string' ? [[mount, entry.claude] as const] : [],
  );
  const mounts = [...Object.entries(await config.mounts()), ...claude];
  const [mount, use] = mounts.find(([one]) => one === name) ?? mounts.find(([, one]) => one === name) ?? [];
  const text = mount === undefined ? undefined : await config.withoutEntry({ section: 'plugins', key: mount });
  if (mount === undefined || use === undefined || text === undefined) {
    const known = mounts.map(([one]) => one);
    throw errors.REMOVE_UNKNOWN({ name, nearest: nearest(name, known) });
  }
  await config.write(text);
  io.out(`Removed ${printable(mount)} from ${printable(relative(io.cwd, config.file))} and the lock.\n`);
  const isFetched = claude.some(([one, written]) => one === mount && !/^\.{1,2}\//.test(written));
  if (isFetched) io.out('Its files stay in the state folder, since another project may use them.\n');
  const isUsed = mounts.some(([one, other]) => one !== mount && other === use);
  const folder = folderOf(config.file);
  if (!isUsed && Object.hasOwn(dependenciesOf(folder), use)) await runNpm(['uninstall', '--save', use], { cwd: folder, io });
  return 0;
};
