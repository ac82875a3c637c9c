import { join, relative } from 'node:path';
import { printable, printableJson, visible, writeFile } from '@loadout/command';
import { LOCK_NAME } from '@loadout/config';
import { differsFromLock, makeLock } from '@loadout/lock';
import type { Command } from '../arguments/definition.js';
import type { lock, lockVerify } from '../arguments/trust-definitions.js';
import { loadWhole } from '../load/load-plan.js';
import { askServers } from '../load/mcp-client.js';
import { lockRegistryServers } from '../load/registry-servers.js';
import { lockOptions } from '../load/settle-trust.js';

/** Exits with 1 if a server could not be asked, because the lock is then incomplete. */
export const writeLock: Command<typeof lock> = async ({ flags }, io) => {
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

export const verifyLock: Command<typeof lockVerify> = async ({ flags }, io) => {
  const loaded = await loadWhole(flags, { io, wish: { keepParams: true, loadsNothing: true } });
  const mcp = await askServers(loaded, { io, needs: 'loadout lock verify' });
  const unknown = Object.entries(mcp.problems).map(([key, problem]) => `? mcp.${key}: ${problem}`);
  const lines = [...(await differsFromLock({ ...lockOptions(loaded, { flags, io }), mcp })), ...unknown];
  const ok = lines.length === 0;
  if (flags.json) io.out(`${printableJson({ ok, lines }, 2)}\n`);
  else if (ok) io.out(`Everything matches ${LOCK_NAME}.\n`);
  else
    io.out(
      `Differences from ${LOCK_NAME} (- locked, + found${unknown.length > 0 ? ', ? unknown' : ''}):\n${lines.map((line) => `  ${visible(line)}\n`).join('')}`,
    );
  return ok ? 0 : 6;
};
