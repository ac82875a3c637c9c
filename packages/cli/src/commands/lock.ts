import { join, relative } from 'node:path';
import { LOCK_NAME, makeLock } from '@loadout/config';
import type { lock } from '../arguments/definitions.js';
import { loadWhole } from '../load/load-plan.js';
import { lockOptions } from '../load/lock-options.js';
import { writeFile } from '../load/write-file.js';
import { printable } from '../render/printable.js';
import type { Command } from './command.js';

export const execute: Command<typeof lock> = async ({ flags }, io) => {
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  const file = join(loaded.plan.configDir, LOCK_NAME);
  writeFile(file, { text: await makeLock(lockOptions(loaded, { flags, io })) });
  io.out(`Wrote ${printable(relative(io.cwd, file))}. Read what changed in it before you commit it.\n`);
  return 0;
};
