import { join, relative } from 'node:path';
import { printable, writeFile } from '@loadout/command';
import { LOCK_NAME } from '@loadout/config';
import { makeLock } from '@loadout/lock';
import type { lock } from '../arguments/trust-definitions.js';
import { askServers } from '../load/ask-servers.js';
import { loadWhole } from '../load/load-plan.js';
import { lockOptions } from '../load/lock-options.js';
import { lockRegistryServers } from '../load/registry-servers.js';
import type { Command } from './command.js';

/** Exits with 1 if a server could not be asked, because the lock is then incomplete. */
export const execute: Command<typeof lock> = async ({ flags }, io) => {
  const takeBack = await lockRegistryServers(flags, io);
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } }).catch((error: unknown) => {
    takeBack();
    throw error;
  });
  const file = join(loaded.plan.configDir, LOCK_NAME);
  const mcp = await askServers(loaded, { io, needs: 'loadout lock' });
  writeFile(file, { text: await makeLock({ ...lockOptions(loaded, { flags, io }), mcp }) });
  io.out(`Wrote ${printable(relative(io.cwd, file))}. Review the changes before you commit the file.\n`);
  const problems = Object.entries(mcp.problems);
  for (const [key, problem] of problems)
    io.tell(
      `Kept the locked tools of mcpServers.${printable(key)}, because its tools could not be read: ${printable(problem)}\n`,
    );
  return problems.length === 0 ? 0 : 1;
};
