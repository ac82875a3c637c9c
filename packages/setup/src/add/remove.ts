import { relative } from 'node:path';
import { folderOf } from '@loadout/config';
import { isLoadoutError, isObject, type LoadoutError, nearest } from '@loadout/core';
import { defineCommand, placeFlags } from '@loadout/core/commands';
import { errors } from '../errors.js';
import { orSignal, runNpm } from './run-npm.js';
import { checkOpen, dependenciesOf, keepProject } from './wanted-package.js';

const definition = {
  name: 'remove',
  group: 'first steps',
  summary: 'Remove a plugin from the configuration and the lock, and uninstall its package with npm.',
  positionals: [{ name: 'plugin', help: 'The mount name or the package of the plugin.' }],
  flags: placeFlags,
  details: ['If npm fails, package.json, the configuration and the lock stay as they were.'],
  examples: ['crm'],
} as const;

export default defineCommand(definition, ({ positionals: [name = ''], flags }, host) =>
  orSignal(async () => {
    const config = await host.edit(flags);
    const claude = Object.entries(await config.entries('plugins')).flatMap(([mount, entry]) =>
      isObject(entry) && typeof entry.claude === 'string' ? [[mount, entry.claude] as const] : [],
    );
    const mounts = [...Object.entries(await config.mounts()), ...claude];
    const [mount, use] = mounts.find(([one]) => one === name) ?? mounts.find(([, one]) => one === name) ?? [];
    const text = mount === undefined ? undefined : await config.withoutEntry({ section: 'plugins', key: mount });
    if (mount === undefined || use === undefined || text === undefined) {
      const known = mounts.map(([one]) => one);
      throw errors.REMOVE_UNKNOWN({ name, known, nearest: nearest(name, known) });
    }
    const folder = folderOf(config.file);
    const isInstalled = Object.hasOwn(dependenciesOf(folder), use);
    const isLast = isInstalled && !mounts.some(([one, other]) => one !== mount && other === use);
    if (isLast) checkOpen(folder);
    const restore = keepProject(config.file);
    try {
      await config.write(text);
      if (isLast) await runNpm(['uninstall', '--save', use], { cwd: folder, host });
    } catch (error) {
      restore();
      throw stillNeeded(error, mount) ?? error;
    }
    host.out(`Removed ${mount} from ${relative(host.cwd, config.file)} and the lock.\n`);
    const isFetched = claude.some(([one, written]) => one === mount && !/^\.{1,2}\//.test(written));
    if (isFetched) host.out('Its files stay in the state folder, since another project may use them.\n');
    return 0;
  }),
);

/** The mistakes that the configuration would have without the plugin, such as a tool of it that an agent names. */
function stillNeeded(error: unknown, mount: string): LoadoutError | undefined {
  if (!isLoadoutError(error) || error.code !== 'CONFIG_INVALID' || !('problems' in error)) return undefined;
  const problems = (error.problems as readonly LoadoutError[]).map(({ message }) => message);
  return errors.REMOVE_NEEDED({ mount, problems }, { cause: error });
}
