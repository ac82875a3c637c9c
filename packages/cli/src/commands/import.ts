import { join, relative, resolve } from 'node:path';
import { plural, printable, writeFile } from '@loadout/command';
import { configsIn } from '@loadout/config';
import type { importFile } from '../arguments/start-definitions.js';
import { errors } from '../errors.js';
import { neededPackage } from '../own-package.js';
import type { Command } from './command.js';

type Format = (typeof importFile)['flags'][0]['choices'][number];

const FILE = 'agent.config.yaml';

export const execute: Command<typeof importFile> = async ({ positionals: [named = ''], flags }, io) => {
  const from = flags.from as Format | undefined;
  const { importConfig } = await neededPackage('@loadout/import', {
    needs: 'loadout import',
    load: () => import('@loadout/import'),
  });
  const { text, losses } = await importConfig({ file: resolve(io.cwd, named), shown: named, from });
  if (flags.write) {
    const [existing] = configsIn(io.cwd);
    if (existing !== undefined || !writeFile(join(io.cwd, FILE), { text, exclusive: true }))
      throw errors.IMPORT_EXISTS({ file: existing === undefined ? FILE : relative(io.cwd, existing) });
    io.out(`Wrote ${FILE}. Next: loadout check\n`);
  } else io.out(text);
  if (losses.length > 0) {
    io.tell(`${plural(losses.length, 'setting')} of ${printable(named)} not imported:\n`);
    for (const loss of losses) io.tell(`  ${printable(loss)}\n`);
  }
  return 0;
};
